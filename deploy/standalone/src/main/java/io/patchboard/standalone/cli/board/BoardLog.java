package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.StateHistory;
import io.patchboard.client.log.EntryDecoder;
import io.patchboard.client.log.Follow;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.Progress;
import io.patchboard.client.log.UnreadableEntryException;
import io.patchboard.client.model.BoardModel;
import io.patchboard.record.BoardCreated;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.LogIndex;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.ShellWord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Reading one board for the commands that need all of its log. */
public final class BoardLog {

    private static final Duration CREATION = Duration.ofSeconds(8);

    private BoardLog() {}

    /** @throws CliException if there is no such board */
    public static StateHistory history(Cluster cluster, String boardId, Output output) {
        return history(boardId, existing(cluster, boardId, output), output);
    }

    /**
     * Waits for a board that somebody may have asked for just now, as long as the kernel has a proposal wait for it, or
     * less.
     */
    public static void await(Cluster cluster, String boardId, Duration most) {
        AtomicBoolean isThere = new AtomicBoolean();
        LogListener untilCreated = next -> {
            isThere.set(next.entry().event() instanceof BoardCreated);
            return !isThere.get();
        };
        cluster.logReader().scan(Optional.of(boardId), untilCreated);
        if (!isThere.get()) {
            Duration patience = most.compareTo(CREATION) < 0 ? most : CREATION;
            cluster.logReader().follow(boardId, Follow.FROM_BEGINNING.within(patience), untilCreated);
        }
    }

    /** @throws CliException if there is no such board, or its log does not have its beginning */
    static StateHistory history(String boardId, List<LogRecord> log, Output output) {
        StateHistory history =
                StateHistory.of(boardId, log.stream().map(LogRecord::entry).toList());
        if (!history.projection().exists() && log.get(0).sequence() > 1) {
            throw CliException.failed("Expected the log of board \"" + boardId
                    + "\" from its first entry, but what is left of it begins at entry "
                    + log.get(0).sequence()
                    + ": its topics were cut, or entries could not be read. \"patchboard board log "
                    + ShellWord.of(boardId) + "\" shows what is left.");
        }
        if (!history.projection().exists()) {
            throw unknown(boardId, log.size(), new OtherBoards());
        }
        history.projection().damage().map(Text::printable).ifPresent(output::progress);
        return history;
    }

    /**
     * The log of one board in order; what cannot be read is told.
     *
     * @throws CliException if there is none
     */
    public static List<LogRecord> existing(Cluster cluster, String boardId, Output output) {
        OtherBoards others = new OtherBoards();
        List<LogRecord> log = read(cluster, boardId, output, others);
        if (log.isEmpty()) {
            cluster.requireLog();
            throw unknown(boardId, 0, others);
        }
        return log;
    }

    /** As {@link #existing}; empty if there is none. */
    public static List<LogRecord> read(Cluster cluster, String boardId, Output output) {
        return read(cluster, boardId, output, new OtherBoards());
    }

    private static List<LogRecord> read(Cluster cluster, String boardId, Output output, OtherBoards others) {
        Optional<List<LogRecord>> indexed = cluster.hasArchive()
                ? Optional.empty()
                : LogIndex.askRunning(cluster, model -> indexed(cluster, model, boardId, others));
        return indexed.orElseGet(() -> fromTopics(cluster, boardId, output, others));
    }

    private static List<LogRecord> indexed(Cluster cluster, BoardModel model, String boardId, OtherBoards others) {
        EntryDecoder decoder = EntryDecoder.of(cluster.connection());
        List<LogRecord> log = new ArrayList<>();
        model.logs().read(boardId, 1, entry -> {
            try {
                log.add(new LogRecord("log", 0, log.size(), decoder.decode(entry.json()), entry.json()));
                return true;
            } catch (UnreadableEntryException e) {
                throw new IllegalStateException("Expected entries that were readable before: " + e.getMessage(), e);
            }
        });
        if (log.isEmpty()) {
            others.addAll(OtherBoards.of(model));
        }
        return log;
    }

    private static List<LogRecord> fromTopics(Cluster cluster, String boardId, Output output, OtherBoards others) {
        Reading reading = new Reading(others);
        try (Pulse pulse = Pulse.startLater(output.errors(), () -> reading.progress(boardId))) {
            cluster.logReader().scan(Optional.of(boardId), reading);
        }
        long needRegistry = reading.problems.stream()
                .filter(problem -> problem.kind() == LogProblem.Kind.NEEDS_REGISTRY)
                .count();
        if (needRegistry > 0) {
            throw CliException.needsRegistry(needRegistry);
        }
        reading.problems.forEach(
                problem -> output.progress(Text.printable(problem.place() + ": " + problem.message())));
        return reading.log;
    }

    /** Keeps what it is told. */
    private static final class Reading implements LogListener {

        private final List<LogRecord> log = new ArrayList<>();
        private final List<LogProblem> problems = new ArrayList<>();
        private final Progress entries = new Progress();
        private final OtherBoards others;

        Reading(OtherBoards others) {
            this.others = others;
        }

        /** Asked for by another thread. */
        String progress(String boardId) {
            return "Reading board " + boardId + ": " + entries;
        }

        @Override
        public void progress(int percent) {
            entries.percent(percent);
        }

        @Override
        public boolean entry(LogRecord next) {
            log.add(next);
            entries.entry();
            return true;
        }

        @Override
        public void problem(LogProblem problem) {
            problems.add(problem);
        }

        @Override
        public void other(String boardId) {
            others.add(boardId);
        }
    }

    /**
     * @param entries how many the log of the id has
     * @param others that it may have been taken for
     */
    static CliException unknown(String boardId, int entries, OtherBoards others) {
        if (entries == 0) {
            return CliException.unknownBoard("Expected the id of a board, but there is none with the id \"" + boardId
                    + "\"." + others.question(boardId) + " \"patchboard board list\" shows those that there are.");
        }
        String rejections = entries == 1 ? "one rejection" : entries + " rejections";
        return CliException.unknownBoard("Expected the id of a board, but \"" + boardId
                + "\" was never created: its log holds only " + rejections + ". \"patchboard board log "
                + ShellWord.of(boardId) + "\" shows why.");
    }
}
