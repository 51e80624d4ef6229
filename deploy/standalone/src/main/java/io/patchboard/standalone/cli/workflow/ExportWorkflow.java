package io.patchboard.standalone.cli.workflow;

import io.patchboard.json.JsonObject;
import io.patchboard.record.Problem;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.blueprint.BlueprintText;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.workflow.asl.AslExport;
import io.patchboard.workflow.blueprint.BlueprintExport;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.ir.Workflow;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
            description = "The other language: ${COMPLETION-CANDIDATES}; asl is Amazon States Language.")
    private Target to;

    /** What a workflow can be written as. */
    private enum Target {
        asl,
        blueprint
    }

    /** What became of it. */
    private record Written(Optional<JsonObject> document, List<Problem> unsupported, List<Problem> carried) {

        static Written of(Workflow workflow, Target to) {
            return switch (to) {
                case asl -> {
                    AslExport.Result result = AslExport.write(workflow);
                    yield new Written(result.machine(), result.unsupported(), result.carried());
                }
                case blueprint -> {
                    BlueprintExport.Result result = BlueprintExport.write(workflow);
                    yield new Written(result.blueprint(), result.unsupported(), List.of());
                }
            };
        }
    }

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
            Written result = Written.of(checked.workflow().orElseThrow(), to);
            result.document().ifPresent(output::document);
            Translation.print(file, "unsupported", result.unsupported(), output);
            Translation.print(file, "carried", result.carried(), output);
            return result.document().isPresent() ? ExitCodes.OK : ExitCodes.INVALID;
        } catch (BlueprintSyntaxException e) {
            Translation.print(file, "error", List.of(new Problem("", e.getMessage())), output);
            return ExitCodes.INVALID;
        }
    }
}
