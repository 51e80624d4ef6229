package io.patchboard.standalone.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonPlace;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.workers.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code workflow check}. */
class WorkflowCommandTest {

    private static final Path EXAMPLE = Examples.REPOSITORY.resolve("examples/workflows/order.yaml");

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

    private Path broken() throws IOException {
        return Files.writeString(
                dir.resolve("order.yaml"),
                Files.readString(EXAMPLE)
                        .replace("policyRef: each-item", "policyRef: each-itme")
                        .replace("input.total > 1000", "input.price > 1000"));
    }
}
