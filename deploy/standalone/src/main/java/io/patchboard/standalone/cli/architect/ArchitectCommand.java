package io.patchboard.standalone.cli.architect;

import io.patchboard.blueprints.envelope.Envelope;
import io.patchboard.blueprints.graph.WorkflowGraph;
import io.patchboard.blueprints.lint.Linter;
import io.patchboard.gateway.BootstrapServers;
import io.patchboard.gateway.architect.Architect;
import io.patchboard.gateway.architect.Commission;
import io.patchboard.gateway.architect.Draft;
import io.patchboard.gateway.llm.ChatException;
import io.patchboard.gateway.llm.Models;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.Problem;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.DurationConverter;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.InputFile;
import io.patchboard.standalone.cli.base.NewFiles;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.blueprint.Powers;
import io.patchboard.standalone.screen.Text;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code patchboard architect}. */
@Command(
        name = "architect",
        description = {
            "Has a model write a blueprint. Errors that validation finds go back to the model; the result is shown, as a graph and"
                    + " as a list of who may do what, before it runs.",
            "With --envelope, a blueprint that grants more than the envelope allows is never run."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 written, and completed if it ran; 1 wrong usage, no connection, or no answer from the model;",
            "2 it ran, but ended short of its goal; 6 no blueprint that is valid and within the envelope.",
            "Without a terminal and without --yes the blueprint is written and not run.",
            "",
            "Example:",
            "  patchboard architect \"Two critics review a text, an editor mends it\" --model openai/gpt-4.1 -o review"
        })
public final class ArchitectCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private ModelOptions model = new ModelOptions();

    @Mixin
    private OutputOptions outputOptions = new OutputOptions();

    @Parameters(index = "0", paramLabel = "REQUEST", description = "What the board is for, in words.")
    private String request;

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description =
                    "The board's input, a JSON object; - reads it from stdin. The model gets it as data. Default: input.json in"
                            + " the folder of -o, if there is one.")
    private Optional<String> input = Optional.empty();

    @Option(
            names = "--envelope",
            paramLabel = "FILE",
            description = "What the blueprint may grant at most (YAML or JSON).")
    private Optional<Path> envelopeFile = Optional.empty();

    @Option(
            names = "--max-repairs",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often the model may mend what it wrote, 0 to 20. Default: ${DEFAULT-VALUE}.")
    private int maxRepairs;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "10m",
            description = "For all answers of the model together. Default: ${DEFAULT-VALUE}.")
    private Duration timeout;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR|FILE",
            defaultValue = "architect",
            description = "Where the blueprint goes: a file (.yaml, .yml), or a folder, as blueprint.yaml."
                    + " Default: ${DEFAULT-VALUE}.")
    private Path output;

    @Option(names = "--force", description = "Replace a blueprint that is already there.")
    private boolean force;

    @Option(names = "--yes", description = "Run it without asking.")
    private boolean yes;

    @Option(
            names = "--workers",
            paramLabel = "FILE",
            description =
                    "Who serves the workers when it runs; may be repeated. Default: workers.yaml in the folder of -o.")
    private List<Path> workerFiles = List.of();

    @Option(
            names = "--bootstrap-server",
            paramLabel = "HOST:PORT",
            description = "Run it there. Default: the environment variable " + BootstrapServers.VARIABLE
                    + ", or else Kafka in this process.")
    private Optional<String> bootstrapServer = Optional.empty();

    @Override
    public Integer call() {
        Output out = outputOptions.output();
        Target target = Target.of(output);
        if (maxRepairs < 0 || maxRepairs > 20) {
            throw CliException.failed("Expected --max-repairs from 0 to 20, but got " + maxRepairs + ".");
        }
        if (!force && Files.exists(target.file())) {
            throw CliException.failed("Expected to write " + target.file()
                    + ", but it is already there. Choose another place with -o, or replace it with --force.");
        }
        Optional<Envelope> envelope = envelopeFile.map(file -> EnvelopeFile.load(file, out));
        Optional<String> inputFile = input.or(target::input);
        Optional<JsonObject> boardInput = inputFile.map(InputFile::read);
        Optional<String> kafka = bootstrapServer.or(() -> BootstrapServers.of(System.getenv()));
        Optional<Set<String>> served = ServedWorkers.names(workerFiles, target, kafka.isPresent(), out);
        BlueprintReview review = new BlueprintReview(envelope, served);
        Draft draft = draft(commission(boardInput, envelope, served), review, out);
        if (!draft.good()) {
            return refuse(draft, target, out);
        }
        String text = draft.text().orElseThrow();
        Linter.Linted linted = review.lint(text);
        CompileResult.Valid valid = (CompileResult.Valid) linted.result();
        NewFiles.write(target.file(), text);
        NewFiles.write(target.usage(), draft.usage().toJson() + "\n");
        show(valid.blueprint(), linted.warnings(), target, draft, out);
        return new Launch(spec, target, out, inputFile, boardInput, workerFiles, kafka).offer(valid.blueprint(), yes);
    }

    private Commission commission(
            Optional<JsonObject> boardInput, Optional<Envelope> envelope, Optional<Set<String>> served) {
        try {
            return new Commission(request, boardInput, envelope.map(Envelope::source), served);
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private Draft draft(Commission commission, BlueprintReview review, Output out) {
        ModelOptions.Chosen chosen = model.choose(out, ModelOptions.PATIENT);
        try (Models models = chosen.open()) {
            out.progress("Asking " + chosen.name() + " for a blueprint...");
            return new Architect(models.get(chosen.name()), review, maxRepairs)
                    .draft(commission, Instant.now().plus(timeout), line -> out.progress(Text.printable(line)));
        } catch (ChatException e) {
            throw CliException.failed(Text.printable(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CliException.failed("Expected an answer of the model, but the command was interrupted.");
        }
    }

    private static int refuse(Draft draft, Target target, Output out) {
        List<String> lines = new ArrayList<>();
        draft.problems()
                .forEach(problem -> lines.add("error" + (problem.pointer().isEmpty() ? "" : " at " + problem.pointer())
                        + ": " + problem.message()));
        draft.failure().ifPresent(lines::add);
        lines.stream().map(Text::printable).forEach(out::progress);
        String kept = draft.text()
                .map(text -> {
                    NewFiles.write(target.refused(), text);
                    return " The last attempt is in " + target.refused() + "; it was not run.";
                })
                .orElse("");
        out.progress("Expected a blueprint without errors after " + draft.repairs()
                + (draft.repairs() == 1 ? " repair" : " repairs") + ", but "
                + draft.problems().size()
                + (draft.problems().size() == 1 ? " is" : " are") + " left." + kept);
        if (out.isJson()) {
            out.item(head(draft, false)
                    .put(
                            "errors",
                            JsonArray.copyOf(draft.problems().stream()
                                    .map(Problem::toJson)
                                    .toList()))
                    .build());
        }
        return draft.failure().isPresent() ? ExitCodes.FAILED : ExitCodes.INVALID;
    }

    private static void show(Blueprint blueprint, List<Problem> warnings, Target target, Draft draft, Output out) {
        Powers powers = new Powers(blueprint);
        if (out.isJson()) {
            out.item(head(draft, true)
                    .put("file", target.file().toString())
                    .put("powers", powers.json())
                    .put("graph", WorkflowGraph.of(blueprint).json())
                    .put(
                            "warnings",
                            JsonArray.copyOf(
                                    warnings.stream().map(Problem::toJson).toList()))
                    .build());
            return;
        }
        WorkflowGraph.of(blueprint).mermaid().forEach(out::line);
        out.line("");
        powers.lines().forEach(out::line);
        out.line("");
        warnings.forEach(
                warning -> out.line(Text.printable("warning at " + warning.pointer() + ": " + warning.message())));
        out.line("Wrote " + target.file() + " (" + draft.repairs() + (draft.repairs() == 1 ? " repair, " : " repairs, ")
                + draft.tokens().input() + " tokens in, " + draft.tokens().output() + " out).");
    }

    private static JsonObject.Builder head(Draft draft, boolean valid) {
        return JsonObject.builder()
                .put("type", "Draft")
                .put("valid", valid)
                .put("repairs", draft.repairs())
                .put("inputTokens", draft.tokens().input())
                .put("outputTokens", draft.tokens().output());
    }
}
