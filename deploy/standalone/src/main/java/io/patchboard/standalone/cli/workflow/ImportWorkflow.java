package io.patchboard.standalone.cli.workflow;

import io.patchboard.record.Problem;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.blueprint.BlueprintText;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.workflow.argo.ArgoImport;
import io.patchboard.workflow.asl.AslImport;
import io.patchboard.workflow.translation.Imported;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code workflow import}. */
@Command(
        name = "import",
        description = {
            "Reads a workflow of another language and prints it as one of ours, in JSON.",
            "What that language does not allow, and what a workflow cannot say, is named with its place; then nothing"
                    + " is printed. What is kept for the way back and not done is named as carried."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 read, 6 wrong or not supported, 1 no such file.",
            "",
            "Example:",
            "  patchboard workflow import approval.asl.json --from asl > approval.json"
        })
final class ImportWorkflow implements Callable<Integer> {

    @Mixin
    private OutputOptions options;

    @Parameters(paramLabel = "FILE", description = "The other workflow: YAML, or JSON if the name ends in .json.")
    private Path file;

    @Option(
            names = "--from",
            required = true,
            paramLabel = "LANGUAGE",
            description = "Its language: ${COMPLETION-CANDIDATES}; asl is Amazon States Language.")
    private Language from;

    @Override
    public Integer call() {
        Output output = options.output();
        try {
            BlueprintText loaded = BlueprintFile.load(file, "workflow");
            String name = Language.nameOf(file);
            Imported result = switch (from) {
                case asl -> AslImport.read(loaded.document(), name);
                case argo -> ArgoImport.read(loaded.document(), name);
            };
            result.workflow().ifPresent(output::document);
            Translation.print(file, "error", result.errors(), output);
            Translation.print(file, "unsupported", result.unsupported(), output);
            Translation.print(file, "carried", result.carried(), output);
            return result.workflow().isPresent() ? ExitCodes.OK : ExitCodes.INVALID;
        } catch (BlueprintSyntaxException e) {
            Translation.print(file, "error", List.of(new Problem("", e.getMessage())), output);
            return ExitCodes.INVALID;
        }
    }
}
