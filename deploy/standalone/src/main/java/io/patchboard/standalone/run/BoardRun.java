package io.patchboard.standalone.run;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.RequestSender;
import io.patchboard.client.ask.Waiting;
import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.OpenWork;
import io.patchboard.client.log.Follow;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.WorkerInvoked;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Creates a board and follows it to its end. */
public final class BoardRun implements LogListener {

    private final CreateBoard command;
    private final RequestSender sender;
    private final Watcher watcher;
    private final Set<String> served;
    private final Blueprints blueprints = new Blueprints();
    private final Map<String, BoardProjection> boards = new HashMap<>();
    private final Map<String, Map<String, LogEntry>> wanted = new HashMap<>();
    private boolean ours;
    private Optional<LogEntry> last = Optional.empty();

    private BoardRun(CreateBoard command, RequestSender sender, Set<String> served, Watcher watcher) {
        this.command = command;
        this.sender = sender;
        this.served = served;
        this.watcher = watcher;
    }

    /**
     * How it ended.
     *
     * @param following why it is not followed any more
     * @param last the board's end, what a person has to decide or to answer first, on it or on one that was made for
     *     it, or the rejection of the command; absent if nothing of that has come
     */
    public record Outcome(Follow.End following, Optional<LogEntry> last) {}

    /** Who looks on. */
    @FunctionalInterface
    public interface Watcher {

        /** An entry of the board, as it is committed. */
        void entry(LogRecord next);

        /**
         * The board does not go on until a person has decided or answered something; may be told several times.
         *
         * @param wanted the {@link NeedsPerson}, or the {@link WorkerInvoked} of a role that is a person
         * @return whether to follow it on
         */
        default boolean waits(LogEntry wanted) {
            return false;
        }
    }

    /**
     * Follows first and creates then, so that nothing is missed.
     *
     * @param served workers whom somebody serves, also where their role is a person's
     */
    public static Outcome run(
            KafkaConnection connection, CreateBoard command, Follow how, Set<String> served, Watcher watcher) {
        try (RequestSender sender = new RequestSender(connection)) {
            BoardRun run = new BoardRun(command, sender, served, watcher);
            Follow.End end = new LogReader(connection).followFamily(command.boardId(), how, run);
            return new Outcome(end, run.last);
        }
    }

    @Override
    public void caughtUp() {
        Waiting.on(sender.send(command));
    }

    @Override
    public void problem(LogProblem problem) {
        problem.requireNoRegistry();
    }

    /** What others do to a board of this name, before the command is decided, is not this run's. */
    @Override
    public boolean entry(LogRecord next) {
        LogEntry entry = next.entry();
        if (!entry.boardId().equals(command.boardId())) {
            fold(entry);
            return true;
        }
        boolean rejected = entry.event() instanceof CommandRejected rejection
                && rejection
                        .commandId()
                        .filter(id -> !id.equals(command.commandId()))
                        .isEmpty()
                && !ours;
        ours |= entry.event() instanceof BoardCreated created
                && created.commandId().equals(command.commandId());
        if (ours || rejected) {
            watcher.entry(next);
        }
        if (rejected || ours && entry.event() instanceof EndEvent) {
            last = Optional.of(entry);
            return false;
        }
        if (ours) {
            fold(entry);
        }
        return true;
    }

    /** Boards below are kept as long as they are at work. */
    private void fold(LogEntry entry) {
        String id = entry.boardId();
        if (entry.event() instanceof BoardCreated) {
            boards.put(id, new BoardProjection(id, blueprints));
        } else if (entry.event() instanceof EndEvent) {
            boards.remove(id);
            wanted.remove(id);
        }
        Optional.ofNullable(boards.get(id)).ifPresent(board -> {
            board.accept(entry);
            if (entry.event() instanceof NeedsPerson) {
                want(id, Long.toString(entry.sequence()), entry);
            } else if (entry.event() instanceof WorkerInvoked invoked && isTask(board.board(), invoked.worker())) {
                want(id, invoked.invocationId(), entry);
            }
        });
    }

    private void want(String board, String item, LogEntry entry) {
        wanted.computeIfAbsent(board, any -> new HashMap<>()).put(item, entry);
    }

    private boolean isTask(Board board, String worker) {
        return board.isPerson(worker) && !served.contains(worker);
    }

    @Override
    public boolean quiet() {
        Optional<Board> board =
                Optional.ofNullable(boards.get(command.boardId())).map(BoardProjection::board);
        Optional<LogEntry> first = board.filter(this::waitsForPersonAlone).flatMap(this::item);
        if (first.isEmpty() || watcher.waits(first.get())) {
            return true;
        }
        last = first;
        return false;
    }

    private boolean waitsForPersonAlone(Board board) {
        return board.waitsForPersonAlone(open -> isTask(board, open.worker())
                || below(board, open).filter(this::waitsForPersonAlone).isPresent());
    }

    private Optional<Board> below(Board board, OpenInvocation open) {
        return OpenWork.board(board, open).map(boards::get).map(BoardProjection::board);
    }

    /** What a person has to decide or to answer on a board, or on the first of those below on which he has to. */
    private Optional<LogEntry> item(Board board) {
        return board.work().incidents().stream()
                .findFirst()
                .map(incident -> Long.toString(incident.sequence()))
                .or(() -> board.open().values().stream()
                        .filter(open -> isTask(board, open.worker()))
                        .findFirst()
                        .map(OpenInvocation::id))
                .map(item -> wanted.get(board.id()).get(item))
                .or(() -> board.open().values().stream()
                        .flatMap(open -> below(board, open).stream())
                        .flatMap(below -> item(below).stream())
                        .findFirst());
    }
}
