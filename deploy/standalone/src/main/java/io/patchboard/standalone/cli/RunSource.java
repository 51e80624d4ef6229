package io.patchboard.standalone.cli;

import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.client.catalog.BlueprintVersion;
import io.patchboard.gateway.config.ToolSet;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import io.patchboard.record.Problem;
import io.patchboard.record.Usage;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.blueprint.BlueprintText;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.InputFile;
import io.patchboard.standalone.cli.base.Isolation;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.cli.blueprint.GivenBlueprint;
import io.patchboard.standalone.cli.blueprint.Powers;
import io.patchboard.standalone.cli.workflow.RunnableBlueprint;
import io.patchboard.standalone.cli.workflow.RunnableWorkflow;
import io.patchboard.standalone.run.Workers;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.Spelling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/** What {@code run} is given: a blueprint, a workflow, or a folder with a blueprint, its workers and its input. */
final class RunSource {

    private static final int ID_DIGITS = 8;

    private final Path source;
    private final Output output;

    RunSource(Path source, Output output) {
        this.source = source;
        this.output = output;
    }

    /** The id of the board that is to be, where none is given. */
    static String newId(String blueprint) {
        return blueprint + "-" + UUID.randomUUID().toString().replace("-", "").substring(0, ID_DIGITS);
    }

    /**
     * A published blueprint, if it is that.
     *
     * @param boardId of the board that is to get it
     * @throws CliException if there is none of the name
     */
    static Blueprint published(BlueprintName name, String boardId, ConnectionOptions connection) {
        if (connection.chosenServers().isEmpty()) {
            throw CliException.failed("Expected a blueprint's file or folder, but there is no " + name
                    + ". If a published blueprint is meant, say where: --bootstrap-server HOST:PORT.");
        }
        try (Cluster cluster = Cluster.connect(connection)) {
            BlueprintVersion version = GivenBlueprint.published(name, boardId, cluster.connection());
            if (BlueprintCompiler.compile(version.document()) instanceof CompileResult.Valid valid) {
                return valid.blueprint();
            }
            throw new CliException(
                    ExitCodes.INVALID,
                    "Expected a valid blueprint, but " + version.label()
                            + " is none any more; \"patchboard blueprint show " + version.label()
                            + connection.again(cluster.connection()) + "\" prints it.");
        }
    }

    /** @throws CliException if it is none; its errors have been told */
    RunnableBlueprint blueprint() {
        Path file = blueprintFile();
        try {
            BlueprintText read = BlueprintFile.load(file);
            RunnableWorkflow result = RunnableWorkflow.of(read.document(), file);
            result.problems().forEach(problem -> complain(file, line(read, problem), "error", problem));
            result.carried().forEach(problem -> complain(file, line(read, problem), "carried", problem));
            return result.blueprint()
                    .orElseThrow(() -> invalid(file, result.problems().size()));
        } catch (BlueprintSyntaxException e) {
            complain(file, e.line(), "error", new Problem("", e.getMessage()));
            throw invalid(file, 1);
        }
    }

    /** None of what is no place of the file. */
    private static Optional<Integer> line(BlueprintText read, Problem problem) {
        return problem.pointer().isEmpty() ? Optional.empty() : read.line(problem.pointer());
    }

    private void complain(Path file, Optional<Integer> line, String kind, Problem problem) {
        output.progress(Text.printable(file
                + line.map(number -> ":" + number).orElse("")
                + ": " + kind
                + (problem.pointer().isEmpty() ? "" : " at " + problem.pointer())
                + ": " + problem.message()));
    }

    private static CliException invalid(Path file, int errors) {
        return new CliException(
                ExitCodes.INVALID,
                "Expected what can be run, but " + file + " has " + (errors == 1 ? "an error." : errors + " errors."));
    }

    private Path blueprintFile() {
        if (!Files.isDirectory(source)) {
            return source;
        }
        for (String name : List.of("blueprint.yaml", "blueprint.yml", "blueprint.json")) {
            if (Files.exists(source.resolve(name))) {
                return source.resolve(name);
            }
        }
        throw CliException.failed("Expected blueprint.yaml or blueprint.json in " + source + ", but there is none.");
    }

    /** @param given files that are to be served instead of the folder's */
    List<Path> workerFiles(List<Path> given) {
        Path beside = source.resolve("workers.yaml");
        return given.isEmpty() && Files.isDirectory(source) && Files.exists(beside) ? List.of(beside) : given;
    }

    /**
     * @param given as {@link #workerFiles} has it
     * @param runnable whose evaluating workers are served beside
     * @throws CliException with every error of one
     */
    List<Workers> workers(List<Path> given, RunnableBlueprint runnable) {
        List<Workers> workers = new ArrayList<>(WorkersOption.load(workerFiles(given), output));
        runnable.evaluators(workers).ifPresent(workers::add);
        return workers;
    }

    /**
     * The board's input.
     *
     * @param given file, {@code -} for stdin; without one, the folder's input.json if there is one
     * @param settings members that are stronger
     */
    JsonObject input(Optional<String> given, Map<String, String> settings) {
        JsonObject.Builder merged = JsonObject.builder()
                .putAll(inputFile(given).map(InputFile::read).orElse(JsonObject.EMPTY));
        settings.forEach((key, text) -> merged.put(key, jsonOrString(text)));
        return merged.build();
    }

    private Optional<String> inputFile(Optional<String> given) {
        Path beside = source.resolve("input.json");
        return given.or(() -> Optional.of(beside)
                .filter(file -> Files.isDirectory(source) && Files.exists(file))
                .map(Path::toString));
    }

    private static Json jsonOrString(String text) {
        try {
            return new JsonReader(JsonLimits.DEFAULT).read(text);
        } catch (JsonSyntaxException e) {
            return Json.of(text);
        }
    }

    /**
     * Says what is not as somebody may expect it, before the board begins.
     *
     * @throws CliException of a worker that would be refused whenever it is asked
     */
    void note(RunnableBlueprint blueprint, List<Workers> workers) {
        refuseOutward(blueprint.blueprint(), workers);
        noteGrants(blueprint.blueprint());
        noteUnserved(blueprint, workers);
        noteUnnamed(blueprint, workers);
        noteValidators(blueprint, workers);
    }

    private void noteValidators(RunnableBlueprint blueprint, List<Workers> workers) {
        Map<String, WorkerBinding> served = new HashMap<>();
        workers.forEach(given -> given.file().workers().forEach(served::putIfAbsent));
        Isolation.warnings(blueprint.blueprint().source(), served)
                .forEach(warning -> output.progress(Text.printable(warning.message())));
    }

    private static void refuseOutward(Blueprint blueprint, List<Workers> workers) {
        for (Workers served : workers) {
            served.file().workers().forEach((name, binding) -> {
                List<String> outward = binding.parts()
                        .filter(WorkerBinding.Llm.class::isInstance)
                        .flatMap(model -> ((WorkerBinding.Llm) model).tools().outward().stream())
                        .distinct()
                        .toList();
                boolean inside = Optional.ofNullable(blueprint.workers().get(name))
                        .filter(role -> !role.boundary().egress())
                        .isPresent();
                if (inside && !outward.isEmpty()) {
                    throw CliException.failed(ToolSet.tooFar(name, outward));
                }
            });
        }
    }

    private void noteUnserved(RunnableBlueprint blueprint, List<Workers> workers) {
        Set<String> unserved = blueprint.awaited();
        workers.forEach(served -> unserved.removeAll(served.file().workers().keySet()));
        if (!unserved.isEmpty()) {
            output.progress("Nobody here serves " + String.join(", ", unserved)
                    + "; somebody else has to answer, or invocations time out (--workers FILE names who serves).");
        }
    }

    private void noteUnnamed(RunnableBlueprint blueprint, List<Workers> workers) {
        SortedSet<String> unnamed = new TreeSet<>();
        workers.forEach(served -> unnamed.addAll(served.file().workers().keySet()));
        unnamed.removeAll(blueprint.served());
        if (!unnamed.isEmpty()) {
            output.progress("The workers file names " + String.join(", ", unnamed)
                    + ", whom the blueprint does not; nobody will ask them (is a name misspelt?)."
                    + Spelling.question(unnamed.first(), blueprint.served()));
        }
    }

    /**
     * What it cost to have the blueprint made: of the file that is given, or of what {@code patchboard architect} left
     * beside the folder's blueprint.
     */
    Optional<Usage> usage(Optional<String> given) {
        return given.or(this::usageFile).map(RunSource::usage);
    }

    /** People see what they run: a blueprint that an architect made shows what it grants. */
    private void noteGrants(Blueprint blueprint) {
        if (usageFile().isPresent()) {
            output.progress("An architect made this blueprint. It grants:");
            new Powers(blueprint).lines().forEach(line -> output.progress("  " + line));
            output.progress("");
        }
    }

    private Optional<String> usageFile() {
        if (!Files.isDirectory(source)) {
            return Optional.empty();
        }
        String name = blueprintFile().getFileName().toString();
        Path beside = source.resolve(name.substring(0, name.lastIndexOf('.')) + ".usage.json");
        return Optional.of(beside.toString()).filter(file -> Files.exists(beside));
    }

    private static Usage usage(String file) {
        try {
            return Usage.read(new Fields(InputFile.read(file, "usage")));
        } catch (FieldException e) {
            throw CliException.failed("Expected what a blueprint cost in " + file + ", but: " + e.getMessage());
        }
    }

    /**
     * @param board the new board's id; the blueprint's name and a random end by default
     * @param by who asks for it, where somebody says so
     */
    static CreateBoard command(
            Optional<String> board,
            Blueprint blueprint,
            JsonObject input,
            Optional<Usage> usage,
            Optional<Json> labels,
            Optional<String> by) {
        String random = UUID.randomUUID().toString().replace("-", "");
        String id = board.orElseGet(() -> newId(blueprint.name()));
        return new CreateBoard(
                new CommandHeader("create-" + random, id, by, Optional.empty(), Optional.empty()),
                blueprint.source(),
                input,
                usage,
                labels,
                Optional.empty());
    }
}
