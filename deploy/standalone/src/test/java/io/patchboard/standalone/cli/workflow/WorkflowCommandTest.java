package io.patchboard.standalone.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.workers.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code workflow check}, {@code import}, {@code export} and {@code run}. */
class WorkflowCommandTest {

    private static final Path EXAMPLE = Examples.REPOSITORY.resolve("examples/workflows/order.yaml");

    private static final Path LOOP = Examples.REPOSITORY.resolve("examples/workflows/plan-and-repair.yaml");

    private static final Path MACHINE = Examples.REPOSITORY.resolve("examples/workflows/approval.asl.json");

    @TempDir
    Path dir;

    @Test
    void check_example_wellFormed() {
        Cli cli = Cli.run("workflow", "check", EXAMPLE.toString());

        assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        assertThat(cli.out()).contains("order.yaml: well-formed");
    }

    @Test
    void check_mistakes_eachWithLineAndPointer() throws IOException {
        Path file = broken();

        Cli cli = Cli.run("workflow", "check", file.toString());

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.lines())
                .anySatisfy(line -> assertThat(line)
                        .startsWith(file + ":19: error at /nodes/3/policyRef: ")
                        .endsWith("Did you mean \"each-item\"?"))
                .anySatisfy(line -> assertThat(line).startsWith(file + ":40: error at /edges/1/guard: "));
    }

    @Test
    void check_blueprint_isSaidToBeOne() {
        Cli cli = Cli.run("workflow", "check", "../../examples/booking/blueprint.yaml");

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.out()).contains("but this is a blueprint.", "blueprint validate", ": 1 error\n");
    }

    @Test
    void check_json_forPrograms() throws IOException {
        Cli cli = Cli.run("workflow", "check", "--json", broken().toString());

        JsonPlace verdict = JsonPlace.of(cli.json());
        assertThat(verdict.flag("valid")).isFalse();
        assertThat(verdict.items("errors"))
                .anySatisfy(error -> assertThat(error.text("pointer")).contains("/nodes/3/policyRef"))
                .allSatisfy(error -> assertThat(error.integer("line")).isPresent());
    }

    @Test
    void check_noSuchFile_exitCode1() {
        Cli cli = Cli.run("workflow", "check", dir.resolve("none.yaml").toString());

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).contains("Expected a workflow at");
    }

    @Test
    void import_stateMachine_isWellFormed() throws IOException {
        Cli cli = Cli.run("workflow", "import", "--from", "asl", MACHINE.toString());
        assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        Path read = Files.writeString(dir.resolve("approval.json"), cli.out());

        Cli check = Cli.run("workflow", "check", read.toString());

        assertThat(JsonPlace.of(cli.json()).text("name")).contains("approval");
        assertThat(check.out()).contains("approval.json: well-formed");
    }

    @Test
    void import_mistake_namedWithItsPlace() throws IOException {
        Path file = Files.writeString(
                dir.resolve("approval.asl.json"), Files.readString(MACHINE).replace("$.total", "total"));

        Cli cli = Cli.run("workflow", "import", "--from", "asl", file.toString());

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).contains(file + ": error at /States/Large?/Choices/0/And/1/Variable: Expected");
    }

    @Test
    void export_example_comesBack() throws IOException {
        Cli out = Cli.run("workflow", "export", "--to", "asl", EXAMPLE.toString());
        assertThat(out.exitCode()).as(out.out() + out.err()).isZero();
        assertThat(out.err()).contains("order.yaml: carried at /policies/careful/compensation: ");
        Path machine = Files.writeString(dir.resolve("machine.json"), out.out());

        Cli back = Cli.run("workflow", "import", "--from", "asl", machine.toString());

        assertThat(back.exitCode()).as(back.err()).isZero();
        assertThat(JsonPlace.of(back.json()).text("name")).contains("order");
    }

    @Test
    void export_mistakes_exitCode6() throws IOException {
        Cli cli = Cli.run("workflow", "export", "--to", "asl", broken().toString());

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).contains("order.yaml: error at /nodes/3/policyRef: ");
    }

    @Test
    void export_toBlueprint_isValid() throws IOException {
        Cli out = Cli.run("workflow", "export", "--to", "blueprint", LOOP.toString());
        assertThat(out.exitCode()).as(out.out() + out.err()).isZero();
        Path blueprint = Files.writeString(dir.resolve("blueprint.json"), out.out());

        Cli validate = Cli.run("blueprint", "validate", blueprint.toString());

        assertThat(validate.exitCode()).as(validate.out() + validate.err()).isZero();
    }

    private static String folder(Path example) {
        return example.toString().replace(".yaml", "/");
    }

    private static Cli run(Path example, String... more) {
        String folder = folder(example);
        List<String> arguments = new ArrayList<>(List.of("workflow", "run", example.toString(), "--timeout", "10m"));
        arguments.addAll(List.of("--workers", folder + "workers.yaml", "--input", folder + "input.json"));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    /** Planned with machines booked twice, found out, repaired, found good, optimized. */
    @Test
    void run_executionLoop_repairsUntilItIsValid() {
        Cli cli = run(LOOP);

        assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        assertThat(JsonPlace.of(cli.json()).integer("makespan")).contains(11L);
        assertThat(cli.err())
                .contains("by rule validate.2 at /outputs/repair/0", "by rule optimize at /outputs/validate/1");
    }

    /** Faults on purpose are tried again as the policy says, and the log tells them by their labels. */
    @Test
    void run_withInjectedFaults_comesToTheSameEnd() {
        Cli cli = run(EXAMPLE, "--inject", folder(EXAMPLE) + "faults.json");

        assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        assertThat(cli.err()).contains("Injected: the warehouse does not answer");
    }

    /** The boards of a map answer for it: a fault of its name would strike nobody, and the run seem to stand it. */
    @Test
    void run_faultOfNobodyWhoIsServed_isRefused() throws IOException {
        Path faults = Files.writeString(
                dir.resolve("faults.json"),
                "{\"faults\": [{\"label\": \"a\", \"worker\": \"pack\", \"kind\": \"timeout\"},"
                        + " {\"label\": \"b\", \"worker\": \"ship\", \"kind\": \"timeout\"}]}");

        Cli cli = Cli.run(
                "workflow",
                "run",
                EXAMPLE.toString(),
                "--workers",
                EXAMPLE.toString().replace(".yaml", "/workers.yaml"),
                "--inject",
                faults.toString());

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).contains("at /faults/1/worker, but got \"ship\"");
    }

    @Test
    void run_withoutWorkersAndWithSome_isRefused() {
        for (String option : List.of("--workers", "--inject")) {
            Cli cli = Cli.run("workflow", "run", EXAMPLE.toString(), "--no-workers", option, "none.yaml");

            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.err()).contains("Expected either --no-workers, or --workers and --inject");
        }
    }

    /** Boards are made for its items and branches, which the same workers serve. */
    @Test
    void run_mapAndParallel_resultsInOrder() {
        Cli cli = run(EXAMPLE);

        assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        assertThat(cli.json()).isEqualTo(JsonReader.parse("[\"3 parcels are on their way\",{\"parcels\":3}]"));
        assertThat(cli.err()).doesNotContain("Nobody here serves", "nobody will ask them");
    }

    @Test
    void run_whatCannotBeRun_namedWithItsPlace() throws IOException {
        Path file = Files.writeString(
                dir.resolve("order.yaml"),
                Files.readString(EXAMPLE).replace("seconds: 90}", "deadline: 2030-01-01T00:00:00Z}"));

        Cli cli = Cli.run("workflow", "run", file.toString());

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.err())
                .contains("order.yaml:53: error at /policies/careful/timeout: Expected a timeout in seconds");
    }

    @Test
    void export_toBlueprint_writesThoseOfItsParts() throws IOException {
        Cli out = Cli.run(
                "workflow",
                "export",
                "--to",
                "blueprint",
                "--parts",
                dir.resolve("parts").toString(),
                EXAMPLE.toString());
        assertThat(out.exitCode()).as(out.out() + out.err()).isZero();

        try (var parts = Files.list(dir.resolve("parts"))) {
            assertThat(parts)
                    .hasSize(6)
                    .allSatisfy(part -> assertThat(Cli.run("blueprint", "validate", part.toString())
                                    .exitCode())
                            .as(part.toString())
                            .isZero());
        }
        assertThat(Cli.run("workflow", "export", "--to", "blueprint", EXAMPLE.toString())
                        .err())
                .contains("6 blueprints that have to be published: --parts DIR writes them.");
    }

    @Test
    void export_partsOfAnotherLanguage_areRefused() {
        Path parts = dir.resolve("parts");
        Cli cli = Cli.run("workflow", "export", "--to", "asl", "--parts", parts.toString(), EXAMPLE.toString());

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).contains("Expected --parts with --to blueprint alone");
        assertThat(parts).doesNotExist();
    }

    @Test
    void export_toArgo_comesBack() throws IOException {
        Cli out = Cli.run("workflow", "export", "--to", "argo", EXAMPLE.toString());
        assertThat(out.exitCode()).as(out.out() + out.err()).isZero();
        assertThat(out.err()).contains("order.yaml: carried at /policies/careful/compensation: ");
        Path document = Files.writeString(dir.resolve("order.argo.json"), out.out());

        Cli back = Cli.run("workflow", "import", "--from", "argo", document.toString());

        assertThat(back.exitCode()).as(back.err()).isZero();
        assertThat(JsonPlace.of(back.json()).text("name")).contains("order");
    }

    private Path broken() throws IOException {
        return Files.writeString(
                dir.resolve("order.yaml"),
                Files.readString(EXAMPLE)
                        .replace("policyRef: each-item", "policyRef: each-itme")
                        .replace("input.total > 1000", "input.price > 1000"));
    }
}
