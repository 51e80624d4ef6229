package io.patchboard.standalone.cli.workflow;

import io.patchboard.record.Problem;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.blueprint.BlueprintText;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.workflow.asl.AslExport;
import io.patchboard.workflow.check.WorkflowChecker;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code workflow export}. */
@Command(
        name = "export",
        description = {
            "Checks a workflow and prints it in another language, in JSON.",
            "What that language has no field for stands in the comment, for the way back, and is named on stderr with"
                    + " its place. What it cannot say at all is named, too; then nothing is printed."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 written, 6 not well-formed or not supported, 1 no such file.",
            "",
            "Example:",
            "  patchboard workflow export workflow.yaml --to asl > workflow.asl.json"
        })
final class ExportWorkflow implements Callable<Integer> {

    @Mixin
    private OutputOptions options;

    @Parameters(paramLabel = "FILE", description = "The workflow: YAML, or JSON if the name ends in .json.")
    private Path file;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "LANGUAGE",
            description = "The other language: ${COMPLETION-CANDIDATES} (Amazon States Language).")
    private Language to;

    @Override
    public Integer call() {
        Output output = options.output();
        try {
            BlueprintText loaded = BlueprintFile.load(file, "workflow");
            WorkflowChecker.Result checked = WorkflowChecker.check(loaded.document());
            Translation.print(file, "error", checked.errors(), output);
            if (!checked.isValid()) {
                return ExitCodes.INVALID;
            }
            AslExport.Result result = switch (to) {
                case asl -> AslExport.write(checked.workflow().orElseThrow());
            };
            result.machine().ifPresent(output::document);
            Translation.print(file, "unsupported", result.unsupported(), output);
            Translation.print(file, "carried", result.carried(), output);
            return result.machine().isPresent() ? ExitCodes.OK : ExitCodes.INVALID;
        } catch (BlueprintSyntaxException e) {
            Translation.print(file, "error", List.of(new Problem("", e.getMessage())), output);
            return ExitCodes.INVALID;
        }
    }
}
