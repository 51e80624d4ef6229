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
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Creates a board and follows it to its end. */
public final class BoardRun implements LogListener {

    private final CreateBoard command;
    private final RequestSender sender;
    private final Consumer<LogRecord> watcher;
    private final boolean waitsForPerson;
    private final Blueprints blueprints = new Blueprints();
    private final Map<String, BoardProjection> boards = new HashMap<>();
    private final Map<String, Map<Long, LogEntry>> told = new HashMap<>();
    private boolean ours;
    private Optional<LogEntry> last = Optional.empty();

    private BoardRun(CreateBoard command, RequestSender sender, boolean waitsForPerson, Consumer<LogRecord> watcher) {
        this.command = command;
        this.sender = sender;
        this.waitsForPerson = waitsForPerson;
        this.watcher = watcher;
    }

    /**
     * How it ended.
     *
     * @param following why it is not followed any more
     * @param last the board's end, what a person has to decide first, on it or on one that was made for it, or the
     *     rejection of the command; absent if nothing of that has come
     */
    public record Outcome(Follow.End following, Optional<LogEntry> last) {}

    /**
     * Follows first and creates then, so that nothing is missed.
     *
     * @param waitsForPerson whether to follow a board that does not go on until a person has decided something
     * @param watcher sees each entry of the board, as it is committed
     */
    public static Outcome run(
            KafkaConnection connection,
            CreateBoard command,
            Follow how,
            boolean waitsForPerson,
            Consumer<LogRecord> watcher) {
        try (RequestSender sender = new RequestSender(connection)) {
            BoardRun run = new BoardRun(command, sender, waitsForPerson, watcher);
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
            watcher.accept(next);
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
            told.remove(id);
        }
        Optional.ofNullable(boards.get(id)).ifPresent(board -> {
            board.accept(entry);
            if (entry.event() instanceof NeedsPerson) {
                told.computeIfAbsent(id, any -> new HashMap<>()).put(entry.sequence(), entry);
            }
        });
    }

    @Override
    public boolean quiet() {
        Optional<Board> board =
                Optional.ofNullable(boards.get(command.boardId())).map(BoardProjection::board);
        if (waitsForPerson || board.filter(this::waitsForPersonAlone).isEmpty()) {
            return true;
        }
        last = board.flatMap(this::item);
        return false;
    }

    private boolean waitsForPersonAlone(Board board) {
        return board.waitsForPersonAlone(
                open -> below(board, open).filter(this::waitsForPersonAlone).isPresent());
    }

    private Optional<Board> below(Board board, OpenInvocation open) {
        return OpenWork.board(board, open).map(boards::get).map(BoardProjection::board);
    }

    /** What a person has to decide on a board, or on the first of those below on which he has to. */
    private Optional<LogEntry> item(Board board) {
        return board.work().incidents().stream()
                .findFirst()
                .map(incident -> told.get(board.id()).get(incident.sequence()))
                .or(() -> board.open().values().stream()
                        .flatMap(open -> below(board, open).stream())
                        .flatMap(below -> item(below).stream())
                        .findFirst());
    }
}
