package io.patchboard.standalone.cli.whatif;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.Follow;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.Progress;
import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.Summary;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.cli.base.ArchivedLogOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.LogIndex;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Text;
import io.patchboard.standalone.whatif.ChosenBoards;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Mixin of the commands that look at what past boards have been through: which boards, and their logs. */
final class ChosenLogs {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private ArchivedLogOptions source = new ArchivedLogOptions();

    @Parameters(arity = "0..*", paramLabel = "BOARD", description = "The boards.")
    private List<String> boards = List.of();

    @Option(names = "--all", description = "All boards.")
    private boolean all;

    @Option(names = "--blueprint-name", paramLabel = "NAME", description = "All boards whose blueprint has this name.")
    private Optional<String> blueprintName = Optional.empty();

    @Option(
            names = "--below",
            paramLabel = "BOARD",
            description =
                    "All boards that were made for this one, and for those; with --blueprint-name those of that blueprint.")
    private Optional<String> below = Optional.empty();

    /** @throws ParameterException unless they are chosen in one of the ways */
    ChosenBoards chosen() {
        boolean some = !boards.isEmpty();
        boolean named = blueprintName.isPresent() || below.isPresent();
        if ((some ? 1 : 0) + (all ? 1 : 0) + (named ? 1 : 0) != 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Expected either boards, or --all, or --blueprint-name and --below, and no two of them.");
        }
        if (below.isPresent()) {
            return ChosenBoards.below(below.get(), blueprintName);
        }
        return new ChosenBoards(new LinkedHashSet<>(boards), blueprintName);
    }

    /**
     * Reads the logs once, board by board, so that who hears of the end of each needs to keep one board only. Of
     * several boards an index is made, on disk.
     *
     * @param doing such as {@code Judging}, for the line that tells how far it is
     * @param entries gets those of the chosen boards, and where several are chosen those of others, too
     * @param end of a board
     * @throws CliException if there is no log, or none of a board that is named, or no board at all is chosen
     */
    void read(ChosenBoards chosen, String doing, Output output, Consumer<LogEntry> entries, Runnable end) {
        try (Cluster cluster = source.open(output)) {
            if (boards.size() == 1) {
                readOne(cluster, doing, output, entries);
                end.run();
            } else {
                LogIndex.ask(cluster, output, model -> readAll(model, doing, output, entries, end));
            }
        }
        Set<String> unknown = new LinkedHashSet<>(boards);
        unknown.removeAll(chosen.created());
        unknown.stream().findFirst().ifPresent(id -> {
            throw CliException.unknownBoard("Expected the id of a board, but there is no board \"" + id + "\".");
        });
        if (chosen.created().isEmpty()) {
            throw none();
        }
    }

    private CliException none() {
        if (blueprintName.isEmpty() && below.isEmpty()) {
            return CliException.failed("Expected boards, but nobody has created one.");
        }
        return CliException.unknownBoard("Expected boards"
                + below.map(id -> " that were made for \"" + id + "\"").orElse("")
                + blueprintName
                        .map(name -> " whose blueprint has the name \"" + name + "\"")
                        .orElse("")
                + ", but there is none.");
    }

    /** What else stands on the cluster, beside the logs. */
    <T> T beside(Output output, Function<KafkaConnection, T> what) {
        try (Cluster cluster = source.open(output)) {
            return what.apply(cluster.connection());
        }
    }

    private void readOne(Cluster cluster, String doing, Output output, Consumer<LogEntry> entries) {
        Reading reading = new Reading(entries, () -> {});
        try (Pulse pulse = Pulse.startLater(output.errors(), () -> doing + ": " + reading.read)) {
            cluster.logReader().scan(Optional.of(boards.get(0)), reading);
        }
        if (reading.needRegistry > 0) {
            throw CliException.needsRegistry(reading.needRegistry);
        }
        cluster.requireLog();
    }

    private long readAll(BoardModel model, String doing, Output output, Consumer<LogEntry> entries, Runnable end) {
        AtomicLong read = new AtomicLong();
        Set<String> wanted = Set.copyOf(boards);
        try (Pulse pulse = Pulse.startLater(output.errors(), () -> doing + ": " + Text.counted(read.get(), "board"))) {
            Optional<Summary> board = model.next("");
            while (board.isPresent()) {
                String id = board.get().boardId();
                if (wanted.isEmpty() || wanted.contains(id)) {
                    model.logs().all(id, entries);
                    end.run();
                    read.incrementAndGet();
                }
                board = model.next(id);
            }
        }
        return read.get();
    }

    /**
     * Reads the logs, and goes on as they grow.
     *
     * @param timeout absent to go on until the process is stopped
     * @param entries gets those of the chosen boards, and may get those of others, too
     * @param caughtUp runs when all that was there at the beginning has been told
     */
    void follow(Optional<Duration> timeout, Output output, Consumer<LogEntry> entries, Runnable caughtUp) {
        try (Cluster cluster = source.open(output)) {
            Reading reading = new Reading(entries, caughtUp);
            Follow how = timeout.map(Follow.FROM_BEGINNING::within).orElse(Follow.FROM_BEGINNING);
            if (boards.size() == 1) {
                cluster.logReader().follow(boards.get(0), how, reading);
            } else {
                cluster.logReader().followAll(how, reading);
            }
        }
    }

    private static final class Reading implements LogListener {

        private final Consumer<LogEntry> entries;
        private final Runnable caughtUp;
        private final Progress read = new Progress();
        private long needRegistry;

        private Reading(Consumer<LogEntry> entries, Runnable caughtUp) {
            this.entries = entries;
            this.caughtUp = caughtUp;
        }

        @Override
        public boolean entry(LogRecord next) {
            read.entry();
            entries.accept(next.entry());
            return true;
        }

        @Override
        public void progress(int percent) {
            read.percent(percent);
        }

        @Override
        public void caughtUp() {
            caughtUp.run();
        }

        @Override
        public void problem(LogProblem problem) {
            needRegistry += problem.kind() == LogProblem.Kind.NEEDS_REGISTRY ? 1 : 0;
        }
    }
}
