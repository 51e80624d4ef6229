package io.patchboard.standalone.architect;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.standalone.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** What goes back to the model for repair, and what is done with one that cannot repair it. */
final class ArchitectRepairTest extends ArchitectRig {

    private static final String TWO_ERRORS =
            GOOD.replace("invoke: greeter", "invoke: nobody").replace("path: /greeting", "path: /greetings");

    private static final String ENVELOPE = """
            apiVersion: patchboard/v1
            kind: envelope
            read: [/name]
            workers:
              greeter: {write: [{op: [add], path: /greeting}]}
            budgets: {invocations: 20}
            """;

    @Test
    void inputThatRunWouldTake_isWhatTheModelIsTold() throws IOException {
        server.then(yaml(GOOD));
        Files.createDirectories(dir.resolve("out"));
        file("out/input.json", "{\"name\": \"Grace\"}");

        Cli cli = architect("--workers", workers());

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(server.requests().get(0).user()).contains("\"name\": \"Grace\"");
        assertThat(cli.err()).contains("--input " + dir.resolve("out/input.json"));
    }

    @Test
    void twoErrors_areRepaired() {
        server.then(yaml(TWO_ERRORS), yaml(GOOD));

        Cli cli = architect();

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.err()).contains("Attempt 1 has 2 errors");
        assertThat(server.requests().get(1).user())
                .contains("at /rules/0/invoke: Expected", "at /workers/greeter/write/0/path: Expected");
        assertThat(dir.resolve("out/blueprint.yaml")).hasContent(GOOD);
    }

    @Test
    void errorInEachOfTwoAttempts_isRepaired() {
        server.then(
                yaml(GOOD.replace("invoke: greeter", "invoke: nobody")),
                yaml(GOOD.replace("has(state.greeting)", "has(state.")),
                yaml(GOOD));

        assertThat(architect().exitCode()).isZero();
        assertThat(server.requests()).hasSize(3);
    }

    @Test
    void neverRepaired_isExitCode6_andNothingRuns() {
        server.otherwise(request -> yaml(TWO_ERRORS));

        Cli cli = architect("--workers", workers(), "--yes", "--max-repairs", "2");

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(server.requests()).hasSize(3);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err())
                .contains("error at /rules/0/invoke: ", "after 2 repairs, but 2 are left", "blueprint.refused.yaml");
        assertThat(dir.resolve("out/blueprint.yaml")).doesNotExist();
        assertThat(dir.resolve("out/blueprint.refused.yaml")).hasContent(TWO_ERRORS);
    }

    @Test
    void blueprintThatNamesAProgram_isRefused() {
        server.otherwise(
                request -> yaml(GOOD.replace("instruction: Add", "process: [rm, -rf, /]\n    instruction: Add")));

        Cli cli = architect("--workers", workers(), "--yes");

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.err()).contains("/workers/greeter");
    }

    @Test
    void withinTheEnvelope_isTaken_andTheModelKnowsIt() {
        server.then(yaml(GOOD));

        Cli cli = architect("--envelope", file("envelope.yaml", ENVELOPE).toString());

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(server.requests().get(0).user()).contains("\"kind\": \"envelope\"");
    }

    @Test
    void outsideTheEnvelope_goesBackForRepair_andIsNeverRun() {
        String greedy = GOOD.replace("read: [/name]", "read: [\"\"]").replace("invocations: 10", "invocations: 30");
        server.otherwise(request -> yaml(greedy));

        Cli cli = architect(
                "--envelope",
                file("envelope.yaml", ENVELOPE).toString(),
                "--workers",
                workers(),
                "--yes",
                "--max-repairs",
                "1",
                "--json");

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.json().toString()).contains("\"/workers/greeter/read/0\"", "\"/budgets/invocations\"");
        assertThat(server.requests().get(1).user())
                .contains("at /workers/greeter/read/0: Expected a path within what may be read");
        assertThat(dir.resolve("out/blueprint.yaml")).doesNotExist();
    }

    @Test
    void garbage_isExitCode6() {
        server.otherwise(request -> Reply.text("\u001b[2J I am sorry, \u0007 I cannot."));

        Cli cli = architect("--max-repairs", "1");

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.err()).contains("Expected one blueprint in a code block").doesNotContain("\u001b");
        assertThat(dir.resolve("out")).doesNotExist();
    }

    @Test
    void modelThatStopsAnswering_isExitCode1_andTheLastAttemptIsKept() {
        server.then(yaml(TWO_ERRORS)).otherwise(request -> Reply.json(401, "{}"));

        Cli cli = architect("--workers", workers(), "--yes");

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).contains("HTTP 401", "blueprint.refused.yaml", "error at /rules/0/invoke");
        assertThat(dir.resolve("out/blueprint.yaml")).doesNotExist();
        assertThat(dir.resolve("out/blueprint.refused.yaml")).hasContent(TWO_ERRORS);
    }
}
