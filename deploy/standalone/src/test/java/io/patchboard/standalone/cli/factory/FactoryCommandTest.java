package io.patchboard.standalone.cli.factory;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.workers.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code factory bind}. */
class FactoryCommandTest {

    private static final Path WORKFLOWS = Examples.REPOSITORY.resolve("examples/workflows");
    private static final Path CATALOGUE = WORKFLOWS.resolve("plan-and-repair/catalogue.yaml");

    @TempDir
    Path dir;

    private Cli bind(String workflow, Path catalogue, String... more) {
        String[] line = new String[more.length + 7];
        String[] first = {
            "factory",
            "bind",
            WORKFLOWS.resolve(workflow).toString(),
            "--catalogue",
            catalogue.toString(),
            "-o",
            dir.resolve("bound").toString()
        };
        System.arraycopy(first, 0, line, 0, first.length);
        System.arraycopy(more, 0, line, first.length, more.length);
        return Cli.run(line);
    }

    private JsonPlace written(String name) throws IOException {
        return JsonPlace.of(
                JsonReader.parse(Files.readString(dir.resolve("bound").resolve(name))));
    }

    @Test
    void candidates_areScored_andTheBestIsBound() throws IOException {
        Cli cli = bind("plan-and-repair.yaml", CATALOGUE, "--no-check");

        assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        assertThat(cli.lines())
                .anySatisfy(line -> assertThat(line).matches("validate +exact +checker, score 1.00"))
                .anySatisfy(
                        line -> assertThat(line).matches("repair +approximate +mender, score 0.75, lacks scheduling"));
        JsonPlace workers = written("workers.yaml").into("workers");
        assertThat(workers.members())
                .extracting(JsonPlace::name)
                .containsExactly("optimize", "plan", "repair", "validate");
        assertThat(workers.into("validate").items("process").get(1).text().orElseThrow())
                .endsWith("/examples/workflows/plan-and-repair/worker.py")
                .startsWith("/");
        JsonPlace mender = written("factory.json").items().get(2);
        assertThat(mender.into("scores").value())
                .hasToString(
                        "{\"capabilities\":0.5,\"context\":1,\"efficiency\":0.5,\"logging\":1," + "\"protocol\":1}");
        assertThat(written("workflow.json").items("nodes").get(3).into("params").text("instruction"))
                .hasValueSatisfying(brief -> assertThat(brief).contains("You have to be able to: scheduling, repair."));
        assertThat(Cli.run(
                                "workflow",
                                "check",
                                dir.resolve("bound/workflow.json").toString())
                        .exitCode())
                .isZero();
    }

    @Test
    void whatNobodyDoes_hasABrief_compensationIncluded() throws IOException {
        Cli cli = bind("order.yaml", CATALOGUE, "--no-check");

        assertThat(cli.exitCode()).isEqualTo(7);
        assertThat(written("factory.json").items())
                .allSatisfy(task -> assertThat(task.text("kind")).contains("missing"));
        JsonPlace handler = written("factory.json").items().stream()
                .filter(task -> task.has("undoes"))
                .findFirst()
                .orElseThrow();
        assertThat(Files.readString(
                        dir.resolve("bound").resolve(handler.text("brief").orElseThrow())))
                .contains("You undo work that was done before", "reverse order of its completion");
    }

    @Test
    void model_doesWhatNoAgentDoes() throws IOException {
        Path catalogue = Files.writeString(dir.resolve("catalogue.yaml"), """
                models: {small: {provider: openai, baseUrl: "http://localhost:1/v1", model: m}}
                agents: {nobody: {worker: {llm: small}, capabilities: [flying]}}
                """);

        Cli cli = bind("plan-and-repair.yaml", catalogue, "--model", "small", "--json");

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(JsonPlace.of(cli.json()).items())
                .allSatisfy(task -> assertThat(task.text("kind")).contains("generated"));
        assertThat(written("workers.yaml").into("workers").into("plan").text("llm"))
                .contains("small");
        assertThat(bind("plan-and-repair.yaml", catalogue, "--model", "large").err())
                .contains("Expected one of the models of ", "got \"large\"");
        assertThat(bind("plan-and-repair.yaml", catalogue).err()).contains("already there");
    }

    @Test
    void tasksWhoseNamesDifferInBlanksAlone_haveABriefEach() throws IOException {
        Path workflow = Files.writeString(dir.resolve("ship.yaml"), """
                name: ship
                nodes:
                  - {id: "Ship it", type: task, capabilities: [packing], io: {effect: none}}
                  - {id: "Ship  it", type: task, capabilities: [posting], io: {effect: none}}
                edges: [{from: "Ship it", to: "Ship  it", kind: sequence}]
                policies: {default: {timeout: {seconds: 30}}}
                """);

        Cli cli = bind(workflow.toString(), CATALOGUE, "--no-check");

        assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(7);
        for (String task : new String[] {"packing", "posting"}) {
            JsonPlace bound = written("factory.json").items().stream()
                    .filter(each -> each.value().toString().contains(task))
                    .findFirst()
                    .orElseThrow();
            assertThat(Files.readString(
                            dir.resolve("bound").resolve(bound.text("brief").orElseThrow())))
                    .contains("You have to be able to: " + task + ".");
        }
    }

    @Test
    void whoMakesThePlan_isNotBoundToValidateIt() throws IOException {
        Path catalogue = Files.writeString(dir.resolve("catalogue.yaml"), """
                agents:
                  genius: {worker: {process: ["true"]}, capabilities: [planner, validator, repair, optimizer, scheduling]}
                """);

        Cli cli = bind("plan-and-repair.yaml", catalogue, "--no-check");

        assertThat(cli.exitCode()).isEqualTo(7);
        assertThat(cli.lines()).anySatisfy(line -> assertThat(line).matches("validate +missing .*"));
        assertThat(cli.err()).contains("not genius: It has a part in making the plan");
    }

    @Test
    void mistakesInTheCatalogue_areNamedWithTheirPlace() throws IOException {
        Path catalogue = Files.writeString(dir.resolve("catalogue.yaml"), "agents: {a: {worker: {process: [x]}}}");

        Cli cli = bind("plan-and-repair.yaml", catalogue);

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.err()).contains("catalogue.yaml: error at /agents/a");
    }

    /** The real programs are asked; who promises everything is found out, and the next one is bound. */
    @Test
    @Tag("long")
    void candidates_areTried_beforeTheyAreBound() {
        Cli cli = bind("plan-and-repair.yaml", CATALOGUE);

        assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        assertThat(cli.lines())
                .anySatisfy(line -> assertThat(line).matches("plan +exact +dispatcher, score 1.00, tried"))
                .anySatisfy(line -> assertThat(line).matches("optimize +exact +improver, score 1.00, tried"));
        assertThat(cli.err()).contains("not crystal-ball: ");
        Cli run = Cli.run(
                "run",
                dir.resolve("bound/workflow.json").toString(),
                "--workers",
                dir.resolve("bound/workers.yaml").toString(),
                "--input",
                WORKFLOWS.resolve("plan-and-repair/input.json").toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("makespan");
    }
}
