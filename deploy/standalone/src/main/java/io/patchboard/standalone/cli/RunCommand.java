package io.patchboard.standalone.cli;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.UnusableBoardIdException;
import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.client.log.Follow;
import io.patchboard.gateway.Gateway;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.app.KernelStartException;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.IndexValue;
import io.patchboard.standalone.broker.BrokerStartException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Closing;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.DurationConverter;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.base.SpeakerOptions;
import io.patchboard.standalone.cli.base.Traces;
import io.patchboard.standalone.cli.base.WorkerBlobs;
import io.patchboard.standalone.cli.blueprint.GivenBlueprint;
import io.patchboard.standalone.cli.board.LabelOption;
import io.patchboard.standalone.cli.workflow.RunnableBlueprint;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.run.BoardRun;
import io.patchboard.standalone.run.CalmLogs;
import io.patchboard.standalone.run.StartFailedException;
import io.patchboard.standalone.run.StopSignal;
import io.patchboard.standalone.run.TemporaryDir;
import io.patchboard.standalone.run.Workers;
import io.patchboard.text.ShellWord;
import io.patchboard.tracing.Tracing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
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
            "Exit code 0: completed; 2: halted, failed or cancelled; 9: it waits for a person. Ctrl-C leaves the"
                    + " board as it is."
        })
final class RunCommand implements Callable<Integer> {

    @Parameters(
            index = "0",
            paramLabel = "FILE_OR_DIR",
            description =
                    "A blueprint or a workflow (YAML or JSON); or a folder with blueprint.yaml or blueprint.json and, if wanted,"
                            + " workers.yaml and input.json; or the name of a published blueprint, such as review@3.")
    private Path source;

    @Option(
            names = "--board",
            paramLabel = "ID",
            description =
                    "The new board's id. Default: the blueprint's name and the value of its unique index, or a random end.")
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

    @Mixin
    private InjectOption inject = new InjectOption();

    @Option(
            names = "--no-workers",
            description = "Serve no workers, whatever the folder has: others do, such as gateways of their own.")
    private boolean noWorkers;

    @Mixin
    private LabelOption labels;

    @Mixin
    private SpeakerOptions speaker = new SpeakerOptions();

    @Option(
            names = "--usage",
            paramLabel = "FILE",
            description = "What it cost to have the blueprint made, as `patchboard architect` writes it (JSON:"
                    + " inputTokens, outputTokens, cost, model): the board's first cost. Default: the folder's blueprint.usage.json,"
                    + " if there is one; what its blueprint grants is shown then.")
    private Optional<String> usage = Optional.empty();

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

    @Option(
            names = "--wait-for-person",
            description =
                    "Follow the board on when it waits for a person's decision or answer; the command that gives it is said.")
    private boolean waitForPerson;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private WorkerBlobs blobs = new WorkerBlobs();

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
        if (noWorkers && (!workerFiles.isEmpty() || inject.isGiven())) {
            throw CliException.failed("Expected either --no-workers, or --workers and --inject, which are about workers"
                    + " that are served here, but got both. Leave one of them out.");
        }
        RunSource folder = new RunSource(source, outputOptions.output());
        Optional<BlueprintName> published = GivenBlueprint.name(source);
        Optional<String> id = board.or(() -> published.map(BlueprintName::name).map(RunSource::newId));
        RunnableBlueprint runnable = published
                .map(name -> RunnableBlueprint.alone(RunSource.published(name, id.orElseThrow(), connection)))
                .orElseGet(folder::blueprint);
        Blueprint blueprint = runnable.blueprint();
        List<Workers> workers = noWorkers ? List.of() : inject.into(folder.workers(workerFiles, runnable));
        JsonObject given = folder.input(input, settings);
        Optional<String> called =
                board.or(() -> IndexValue.newBoardId(blueprint.source(), given)).or(() -> id);
        CreateBoard command =
                RunSource.command(called, blueprint, given, folder.usage(usage), labels.json(), speaker.said());
        UnusableBoardIdException.unlessUsable(command.boardId());
        folder.note(runnable, workers);
        try (StopSignal stop = StopSignal.install(ExitCodes.INTERRUPTED)) {
            try {
                return run(command, runnable, workers);
            } catch (BrokerStartException | KernelStartException | StartFailedException e) {
                throw CliException.failed(e.getMessage());
            } catch (RuntimeException e) {
                if (stop.requested()) {
                    return ExitCodes.INTERRUPTED;
                }
                throw e;
            }
        }
    }

    private int run(CreateBoard command, RunnableBlueprint blueprint, List<Workers> workers) {
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        try {
            Tracing tracing = Traces.start(opened);
            KafkaConnection kafka = connection.chosenServers().isPresent()
                    ? connect(workers, tracing, opened)
                    : embed(blueprint, workers, tracing, opened);
            blueprint.publish(kafka);
            return follow(kafka, (CreateBoard) speaker.signed(command, kafka), workers);
        } finally {
            Closing.all(opened);
        }
    }

    private KafkaConnection connect(List<Workers> workers, Tracing tracing, Deque<AutoCloseable> opened) {
        Cluster cluster = Cluster.connect(connection);
        opened.push(cluster);
        for (Workers served : workers) {
            Gateway gateway = served.serve(cluster.connection(), blobs.callbacks(), tracing);
            opened.push(gateway);
            watch(gateway.failure()
                    .thenApply(error -> "Expected the gateway to keep running, but it failed: " + error));
        }
        return cluster.connection();
    }

    private KafkaConnection embed(
            RunnableBlueprint blueprint, List<Workers> workers, Tracing tracing, Deque<AutoCloseable> opened) {
        Path dir = dataDir.orElseGet(() -> {
            TemporaryDir temporary = TemporaryDir.create();
            opened.push(temporary);
            return temporary.path();
        });
        // Named, so that their topics are there before the first invocation looks for its gateway.
        AllInOne all = AllInOne.start(AllInOneConfig.on(dir)
                .withQueues(blueprint.queues())
                .withWorkers(workers)
                .withCallbacks(blobs::callbacks)
                .withTracing(tracing));
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

    private int follow(KafkaConnection kafka, CreateBoard command, List<Workers> workers) {
        RunPlace now = new RunPlace.Served(connection.again(kafka));
        RunPlace left = left(now);
        Set<String> served = workers.stream()
                .flatMap(given -> given.file().workers().keySet().stream())
                .collect(Collectors.toSet());
        FollowedRun followed = new FollowedRun(
                command.boardId(),
                outputOptions.output(),
                spec.commandLine().getErr(),
                waitForPerson ? Optional.of(now) : Optional.empty());
        Follow how = timeout.map(Follow.FROM_NOW::within).orElse(Follow.FROM_NOW);
        BoardRun.Outcome outcome =
                followed.follow(() -> BoardRun.run(kafka, command, how, served, followed), left, () -> failure);
        return outcome.last()
                .filter(last -> outcome.following() == Follow.End.STOPPED)
                .map(last -> followed.end(last, left))
                .orElseGet(() -> open(outcome, command, left));
    }

    /** Where the board is once this has ended. */
    private RunPlace left(RunPlace now) {
        if (connection.chosenServers().isPresent()) {
            return now;
        }
        return dataDir.<RunPlace>map(dir -> new RunPlace.Left(
                        dir,
                        noWorkers ? List.of() : new RunSource(source, outputOptions.output()).workerFiles(workerFiles)))
                .orElseGet(RunPlace.Gone::new);
    }

    private int open(BoardRun.Outcome outcome, CreateBoard command, RunPlace left) {
        if (failure.isPresent()) {
            throw CliException.failed(failure.get());
        }
        String how = left.read("board log " + ShellWord.of(command.boardId()), "shows how far it is.");
        if (outcome.following() == Follow.End.INTERRUPTED) {
            outputOptions.output().progress("Stopped following board " + command.boardId() + ". " + how);
            return ExitCodes.INTERRUPTED;
        }
        throw CliException.failed("Expected board " + command.boardId() + " to end within "
                + timeout.map(Duration::toSeconds).orElse(0L) + " s, but it has not. " + how);
    }
}
