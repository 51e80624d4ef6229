package io.patchboard.standalone.cli.workflow;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Problem;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.blueprint.BlueprintText;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.evaluate.StateMachineWorkers;
import io.patchboard.text.FileTrouble;
import io.patchboard.workflow.argo.ArgoExport;
import io.patchboard.workflow.asl.AslExport;
import io.patchboard.workflow.blueprint.BlueprintExport;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.ir.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
            "What that language has no field for stands in a comment or an annotation, for the way back, and is named on stderr with"
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
        argo,
        blueprint
    }

    @Option(
            names = "--parts",
            paramLabel = "DIR",
            description =
                    "With --to blueprint: write the blueprints of the boards of maps and parallels there, a file each."
                            + " They have to be published before a board of the blueprint is created. Beside them,"
                            + " workers.yaml has the workers that evaluate what a state machine says of data.")
    private Optional<Path> parts = Optional.empty();

    /** What became of it. */
    private record Written(
            Optional<JsonObject> document,
            List<JsonObject> parts,
            Set<String> evaluating,
            List<Problem> unsupported,
            List<Problem> carried) {

        static Written of(Workflow workflow, Target to) {
            return switch (to) {
                case asl -> {
                    AslExport.Result result = AslExport.write(workflow);
                    yield new Written(result.machine(), List.of(), Set.of(), result.unsupported(), result.carried());
                }
                case argo -> {
                    ArgoExport.Result result = ArgoExport.write(workflow);
                    yield new Written(result.document(), List.of(), Set.of(), result.unsupported(), result.carried());
                }
                case blueprint -> {
                    BlueprintExport.Result result = BlueprintExport.write(workflow);
                    yield new Written(
                            result.blueprint(), result.parts(), result.evaluating(), result.unsupported(), List.of());
                }
            };
        }
    }

    @Override
    public Integer call() {
        if (parts.isPresent() && to != Target.blueprint) {
            throw CliException.failed(
                    "Expected --parts with --to blueprint alone, but got it with --to " + to + ". Leave it out.");
        }
        Output output = options.output();
        try {
            BlueprintText loaded = BlueprintFile.load(file, "workflow");
            WorkflowChecker.Result checked = WorkflowChecker.check(loaded.document());
            Translation.print(file, "error", checked.errors(), output);
            if (!checked.isValid()) {
                return ExitCodes.INVALID;
            }
            Written result = Written.of(checked.workflow().orElseThrow(), to);
            result.document().ifPresent(document -> {
                output.document(document);
                writeParts(result, output);
            });
            Translation.print(file, "unsupported", result.unsupported(), output);
            Translation.print(file, "carried", result.carried(), output);
            return result.document().isPresent() ? ExitCodes.OK : ExitCodes.INVALID;
        } catch (BlueprintSyntaxException e) {
            Translation.print(file, "error", List.of(new Problem("", e.getMessage())), output);
            return ExitCodes.INVALID;
        }
    }

    private void writeParts(Written result, Output output) {
        List<JsonObject> blueprints = result.parts();
        if (parts.isEmpty()) {
            if (!blueprints.isEmpty()) {
                output.progress("Its boards have others made, of " + blueprints.size()
                        + " blueprints that have to be published: --parts DIR writes them.");
            }
            if (!result.evaluating().isEmpty()) {
                output.progress("What its states say of data is evaluated by "
                        + result.evaluating().size()
                        + " workers that java: asl/evaluate serves: --parts DIR writes their workers file.");
            }
            return;
        }
        try {
            Files.createDirectories(parts.get());
            for (JsonObject blueprint : blueprints) {
                String name = JsonPlace.of(blueprint).text("name").orElseThrow();
                Files.writeString(parts.get().resolve(name + ".json"), JsonWriter.pretty(blueprint));
            }
            if (!result.evaluating().isEmpty()) {
                Files.writeString(
                        parts.get().resolve("workers.yaml"),
                        JsonWriter.pretty(StateMachineWorkers.file(result.evaluating())));
            }
        } catch (IOException e) {
            throw CliException.failed(
                    "Expected to write files into " + parts.get() + ", but " + FileTrouble.of(e) + ".");
        }
    }
}
