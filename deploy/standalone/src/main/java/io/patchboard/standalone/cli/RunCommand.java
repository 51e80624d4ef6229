package io.patchboard.standalone.cli;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.Follow;
import io.patchboard.gateway.Gateway;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.app.KernelStartException;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Problem;
import io.patchboard.standalone.broker.BrokerStartException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.DurationConverter;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.base.Style;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.cli.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.run.BoardRun;
import io.patchboard.standalone.run.CalmLogs;
import io.patchboard.standalone.run.StartFailedException;
import io.patchboard.standalone.run.StopSignal;
import io.patchboard.standalone.run.TemporaryDir;
import io.patchboard.standalone.run.Workers;
import io.patchboard.standalone.screen.EntryPrinter;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Screen;
import io.patchboard.standalone.screen.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code patchboard run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Creates a board and follows it to its end. Entries go to stderr as they happen, the result to stdout.",
            "Without a server, Kafka and the kernel run in this process.",
            "Exit code 0: completed; 2: halted, failed or cancelled. Ctrl-C leaves the board as it is."
        })
final class RunCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    /** What shells make of the signal that Ctrl-C sends. */
    private static final int INTERRUPTED = 130;

    private static final int ID_DIGITS = 8;

    @Parameters(
            index = "0",
            paramLabel = "DIR_OR_BLUEPRINT",
            description =
                    "A blueprint (YAML or JSON); or a folder with blueprint.yaml or blueprint.json and, if wanted,"
                            + " workers.yaml and input.json.")
    private Path source;

    @Option(
            names = "--board",
            paramLabel = "ID",
            description = "The new board's id. Default: the blueprint's name and a random end.")
    private Optional<String> board = Optional.empty();

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "The board's input, as a JSON object; - reads it from stdin.")
    private Optional<String> input = Optional.empty();

    @Option(
            names = "--set",
            paramLabel = "KEY=JSON",
            description = "Sets a member of the input; what is not JSON is taken as a string. May be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--workers",
            paramLabel = "FILE",
            description = "Serve the workers of this file instead of the folder's workers.yaml; may be repeated.")
    private List<Path> workerFiles = List.of();

    @Option(
            names = "--no-workers",
            description = "Serve no workers, whatever the folder has: others do, such as gateways of their own.")
    private boolean noWorkers;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Without a server: keep everything here. Default: a temporary directory.")
    private Optional<Path> dataDir = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Follow the board no longer than this.")
    private Optional<Duration> timeout = Optional.empty();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private OutputOptions outputOptions = new OutputOptions();

    @Spec
    private CommandSpec spec;

    /** Why broker or kernel gave up, if they did. */
    private volatile Optional<String> failure = Optional.empty();

    @Override
    public Integer call() {
        CalmLogs.onlyWarnings();
        if (dataDir.isPresent() && connection.givenServers().isPresent()) {
            throw CliException.failed(
                    "Expected either --bootstrap-server or --data-dir, but got both. Leave one of them out.");
        }
        Blueprint blueprint = compile(blueprintFile());
        List<Workers> workers = WorkersOption.load(workerFiles(), outputOptions.output());
        CreateBoard command = command(blueprint, readInput());
        noteUnserved(blueprint, workers);
        noteUnnamed(blueprint, workers);
        try (StopSignal stop = StopSignal.install(INTERRUPTED)) {
            try {
                return run(command, blueprint, workers);
            } catch (BrokerStartException | KernelStartException | StartFailedException e) {
                throw CliException.failed(e.getMessage());
            } catch (RuntimeException e) {
                if (stop.requested()) {
                    return INTERRUPTED;
                }
                throw e;
            }
        }
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

    private List<Path> workerFiles() {
        if (noWorkers) {
            return List.of();
        }
        Path beside = source.resolve("workers.yaml");
        return workerFiles.isEmpty() && Files.isDirectory(source) && Files.exists(beside)
                ? List.of(beside)
                : workerFiles;
    }

    private Blueprint compile(Path file) {
        try {
            BlueprintFile read = BlueprintFile.load(file);
            CompileResult result = BlueprintCompiler.compile(read.document());
            if (result instanceof CompileResult.Valid valid) {
                return valid.blueprint();
            }
            List<Problem> problems = ((CompileResult.Invalid) result).problems();
            problems.forEach(problem -> complain(file, read.line(problem.pointer()), problem));
            throw invalid(file, problems.size());
        } catch (BlueprintSyntaxException e) {
            complain(file, e.line(), new Problem("", e.getMessage()));
            throw invalid(file, 1);
        }
    }

    private void complain(Path file, Optional<Integer> line, Problem problem) {
        outputOptions
                .output()
                .progress(Style.harmless(file
                        + line.map(number -> ":" + number).orElse("")
                        + ": error"
                        + (problem.pointer().isEmpty() ? "" : " at " + problem.pointer())
                        + ": " + problem.message()));
    }

    private static CliException invalid(Path file, int errors) {
        return CliException.failed("Expected a valid blueprint, but " + file + " has "
                + (errors == 1 ? "an error." : errors + " errors."));
    }

    private CreateBoard command(Blueprint blueprint, JsonObject boardInput) {
        String random = UUID.randomUUID().toString().replace("-", "");
        String id = board.orElseGet(() -> blueprint.name() + "-" + random.substring(0, ID_DIGITS));
        return new CreateBoard("create-" + random, id, blueprint.source(), boardInput);
    }

    private JsonObject readInput() {
        JsonObject.Builder merged =
                JsonObject.builder().putAll(inputFile().map(this::readObject).orElse(JsonObject.EMPTY));
        settings.forEach((key, text) -> merged.put(key, jsonOrString(text)));
        return merged.build();
    }

    private Optional<String> inputFile() {
        Path beside = source.resolve("input.json");
        return input.or(() -> Optional.of(beside)
                .filter(file -> Files.isDirectory(source) && Files.exists(file))
                .map(Path::toString));
    }

    private JsonObject readObject(String file) {
        try {
            byte[] text = file.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
            Json value = new JsonReader(JsonLimits.DEFAULT).read(text);
            if (value instanceof JsonObject object) {
                return object;
            }
            throw CliException.failed("Expected a JSON object as the input, but got an " + value.typeName() + ".");
        } catch (NoSuchFileException e) {
            throw CliException.failed("Expected the input at " + file + ", but there is no such file.");
        } catch (IOException e) {
            throw CliException.failed("Expected readable input at " + file + ", but " + e + ".");
        } catch (JsonSyntaxException e) {
            throw CliException.failed("Expected JSON as the input in " + file + ", but: " + e.getMessage());
        }
    }

    private static Json jsonOrString(String text) {
        try {
            return new JsonReader(JsonLimits.DEFAULT).read(text);
        } catch (JsonSyntaxException e) {
            return Json.of(text);
        }
    }

    private void noteUnserved(Blueprint blueprint, List<Workers> workers) {
        Set<String> unserved = new TreeSet<>(blueprint.workers().keySet());
        workers.forEach(served -> unserved.removeAll(served.file().workers().keySet()));
        if (!unserved.isEmpty()) {
            outputOptions
                    .output()
                    .progress(
                            "Nobody here serves " + String.join(", ", unserved)
                                    + "; somebody else has to answer, or invocations time out (--workers FILE names who serves).");
        }
    }

    private void noteUnnamed(Blueprint blueprint, List<Workers> workers) {
        Set<String> unnamed = new TreeSet<>();
        workers.forEach(served -> unnamed.addAll(served.file().workers().keySet()));
        unnamed.removeAll(blueprint.workers().keySet());
        if (!unnamed.isEmpty()) {
            outputOptions
                    .output()
                    .progress("The workers file names " + String.join(", ", unnamed)
                            + ", whom the blueprint does not; nobody will ask them (is a name misspelt?).");
        }
    }

    private int run(CreateBoard command, Blueprint blueprint, List<Workers> workers) {
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        try {
            KafkaConnection kafka = connection.chosenServers().isPresent()
                    ? connect(workers, opened)
                    : embed(blueprint, workers, opened);
            return follow(kafka, command);
        } finally {
            close(opened);
        }
    }

    private KafkaConnection connect(List<Workers> workers, Deque<AutoCloseable> opened) {
        Cluster cluster = Cluster.connect(connection);
        opened.push(cluster);
        for (Workers served : workers) {
            Gateway gateway = served.serve(cluster.connection());
            opened.push(gateway);
            watch(gateway.failure()
                    .thenApply(error -> "Expected the gateway to keep running, but it failed: " + error));
        }
        return cluster.connection();
    }

    private KafkaConnection embed(Blueprint blueprint, List<Workers> workers, Deque<AutoCloseable> opened) {
        Path dir = dataDir.orElseGet(() -> {
            TemporaryDir temporary = TemporaryDir.create();
            opened.push(temporary);
            return temporary.path();
        });
        // Named, so that their topics are there before the first invocation looks for its gateway.
        Set<String> queues =
                blueprint.workers().values().stream().map(WorkerRole::queue).collect(Collectors.toSet());
        AllInOne all = AllInOne.start(AllInOneConfig.on(dir).withQueues(queues).withWorkers(workers));
        opened.push(all);
        watch(all.failure());
        return all.connection();
    }

    private void watch(CompletionStage<String> failing) {
        Thread main = Thread.currentThread();
        failing.thenAccept(message -> {
            failure = Optional.of(message);
            main.interrupt();
        });
    }

    private int follow(KafkaConnection kafka, CreateBoard command) {
        Output out = outputOptions.output();
        Look look = out.isJson() ? Look.plain() : Look.detect();
        Screen screen = new Screen(spec.commandLine().getErr(), look);
        EntryPrinter printer = new EntryPrinter(look);
        Tally tally = new Tally();
        Follow how = timeout.map(Follow.FROM_NOW::within).orElse(Follow.FROM_NOW);
        if (!out.isJson()) {
            EntryPrinter.legend(look).forEach(screen::print);
            screen.print("");
        }
        BoardRun.Outcome outcome;
        try (Pulse pulse = Pulse.start(screen, tally::line)) {
            outcome = BoardRun.run(kafka, command, how, next -> {
                tally.count(next.entry());
                if (out.isJson()) {
                    out.item(next.entry().toJson());
                } else {
                    screen.print(printer.lines(next.entry()));
                }
            });
        }
        return outcome.last().map(end -> end(end, tally, out)).orElseGet(() -> open(outcome, command));
    }

    private static int end(LogEntry last, Tally tally, Output out) {
        if (last.event() instanceof CommandRejected rejected) {
            throw CliException.failed("Expected the board to be created, but it was refused: "
                    + rejected.rejection().message());
        }
        Optional<Json> result = last.event() instanceof BoardCompleted completed
                ? Optional.of(completed.result())
                : last.event() instanceof BoardHalted halted ? halted.result() : Optional.empty();
        if (out.isJson()) {
            out.item(JsonObject.builder()
                    .put("type", "Summary")
                    .put("boardId", last.boardId())
                    .put("end", last.type())
                    .put("version", last.header().version())
                    .put("sequence", last.sequence())
                    .put("stateHash", ((EndEvent) last.event()).stateHash().hex())
                    .put("counts", tally.toJson())
                    .putIfPresent("result", result)
                    .build());
        } else {
            result.ifPresent(value -> out.line(JsonWriter.pretty(value)));
        }
        return last.event() instanceof BoardCompleted ? ExitCodes.OK : ExitCodes.NOT_COMPLETED;
    }

    private int open(BoardRun.Outcome outcome, CreateBoard command) {
        if (failure.isPresent()) {
            throw CliException.failed(failure.get());
        }
        if (outcome.following() == Follow.End.INTERRUPTED) {
            outputOptions
                    .output()
                    .progress("Stopped following board " + command.boardId()
                            + (isTemporary() ? ", which is gone (--data-dir keeps it)." : "; it is as it was."));
            return INTERRUPTED;
        }
        if (isTemporary()) {
            throw CliException.failed("Expected board " + command.boardId() + " to end in time, but it has not.");
        }
        throw CliException.failed("Expected board " + command.boardId() + " to end within "
                + timeout.map(Duration::toSeconds).orElse(0L)
                + " s, but it has not. It is as it was; \"patchboard board"
                + " log " + command.boardId() + "\" shows it.");
    }

    private boolean isTemporary() {
        return connection.chosenServers().isEmpty() && dataDir.isEmpty();
    }

    private static void close(Deque<AutoCloseable> opened) {
        List<Exception> failures = new ArrayList<>();
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                failures.add(e);
            }
        }
        failures.forEach(e -> LOG.warn("Expected to close everything, but that failed.", e));
    }
}
