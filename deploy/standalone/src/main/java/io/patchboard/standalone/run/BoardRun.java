package io.patchboard.standalone.run;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.RequestSender;
import io.patchboard.client.ask.Waiting;
import io.patchboard.client.log.Follow;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import java.util.Optional;
import java.util.function.Consumer;

/** Creates a board and follows it to its end. */
public final class BoardRun implements LogListener {

    private final CreateBoard command;
    private final RequestSender sender;
    private final Consumer<LogRecord> watcher;
    private boolean ours;
    private Optional<LogEntry> last = Optional.empty();

    private BoardRun(CreateBoard command, RequestSender sender, Consumer<LogRecord> watcher) {
        this.command = command;
        this.sender = sender;
        this.watcher = watcher;
    }

    /**
     * How it ended.
     *
     * @param following why it is not followed any more
     * @param last the board's end, or the rejection of the command; absent if neither has come
     */
    public record Outcome(Follow.End following, Optional<LogEntry> last) {}

    /**
     * Follows first and creates then, so that nothing is missed.
     *
     * @param watcher sees each entry of the board, as it is committed
     */
    public static Outcome run(
            KafkaConnection connection, CreateBoard command, Follow how, Consumer<LogRecord> watcher) {
        try (RequestSender sender = new RequestSender(connection)) {
            BoardRun run = new BoardRun(command, sender, watcher);
            Follow.End end = new LogReader(connection).follow(command.boardId(), how, run);
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
        return true;
    }
}
