package io.patchboard.standalone.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.standalone.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State machines and documents of Argo as {@code run} takes them. */
class RunnableWorkflowTest {

    private static final String ARGO = """
            apiVersion: argoproj.io/v1alpha1
            kind: Workflow
            metadata: {generateName: w-}
            spec:
              entrypoint: main
              suspend: true
              templates:
                - {name: main, steps: [[{name: only, template: work}]]}
                - {name: work, container: {image: busybox}}
            """;

    private static final String MACHINE = """
            {"StartAt": "Work", "States": {
              "Work": {"Type": "Task", "Resource": "r", "HeartbeatSeconds": 5, "End": true}}}
            """;

    @TempDir
    Path dir;

    @Test
    void whatIsNotDone_isSaidBeforeItBegins() throws IOException {
        Path file = Files.writeString(dir.resolve("w.argo.yaml"), ARGO);

        Cli cli = Cli.run("workflow", "run", file.toString(), "--workers", "none.yaml");

        assertThat(cli.err())
                .contains("w.argo.yaml:6: carried at /spec/suspend: ")
                .doesNotContain("error at");
    }

    @Test
    void whatCannotBeRun_isNamedAsItsFileCallsIt() throws IOException {
        Path file = Files.writeString(dir.resolve("m.asl.json"), MACHINE);

        Cli cli = Cli.run("workflow", "run", file.toString());

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.err())
                .contains(
                        "m.asl.json: error: \"Work\": ",
                        "at /nodes/0/params/asl/HeartbeatSeconds of the workflow that it becomes");
    }
}
