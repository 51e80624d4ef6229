package io.patchboard.standalone.cli.blueprint;

import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code blueprint graph}. */
@Command(
        name = "graph",
        description = {
            "Draws a blueprint as a Mermaid flowchart: rules, the workers that they invoke, the paths that those may"
                    + " write, and the rules that such a write can trigger.",
            "With --json it prints the nodes and edges instead."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard blueprint graph blueprint.yaml > workflow.mmd"})
final class GraphBlueprint implements Callable<Integer> {

    @Mixin
    private OutputOptions options;

    @Parameters(paramLabel = "FILE", description = "The blueprint: YAML, or JSON if the name ends in .json.")
    private Path file;

    @Override
    public Integer call() {
        Output output = options.output();
        Verdict verdict = Verdict.of(file);
        if (!verdict.valid()) {
            verdict.errors().forEach(error -> output.progress(verdict.line(error, "error")));
            return ExitCodes.INVALID;
        }
        WorkflowGraph graph = WorkflowGraph.of(verdict.blueprint().orElseThrow());
        if (output.isJson()) {
            output.document(graph.json());
        } else {
            graph.mermaid().forEach(output::line);
        }
        return ExitCodes.OK;
    }
}
