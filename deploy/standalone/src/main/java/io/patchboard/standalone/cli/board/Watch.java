package io.patchboard.standalone.cli.board;

import io.patchboard.client.log.Follow;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogRecord;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.text.Durations;
import java.util.Optional;
import java.util.function.Consumer;

/** Follows a board that exists to its end. */
final class Watch implements LogListener {

    private final String boardId;
    private final Consumer<LogRecord> watcher;
    private final OtherBoards others = new OtherBoards();
    private int entries;
    private boolean created;
    private boolean caughtUp;
    private Optional<LogEntry> end = Optional.empty();

    /** @param watcher sees each entry */
    Watch(String boardId, Consumer<LogRecord> watcher) {
        this.boardId = boardId;
        this.watcher = watcher;
    }

    /**
     * @param how from the beginning, for what is there already tells whether there is such a board
     * @return the board's end; absent if following ended before
     * @throws CliException if there is no such board, or the time is over before it is known how it stands
     */
    Optional<LogEntry> follow(Cluster cluster, Follow how) {
        if (cluster.logReader().follow(boardId, how, this) == Follow.End.TIMED_OUT && !caughtUp) {
            throw CliException.failed("Expected to read what there is of board " + boardId + " within "
                    + Durations.spoken(how.timeout().orElseThrow()) + ", but it takes longer; raise --timeout.");
        }
        return end.filter(any -> caughtUp);
    }

    @Override
    public void caughtUp() {
        if (!created) {
            throw BoardLog.unknown(boardId, entries, others);
        }
        caughtUp = true;
    }

    @Override
    public boolean quiet() {
        return end.isEmpty();
    }

    @Override
    public void other(String id) {
        others.add(id);
    }

    @Override
    public void problem(LogProblem problem) {
        problem.requireNoRegistry();
    }

    /** An end of before may be none any more: the board was reopened. */
    @Override
    public boolean entry(LogRecord next) {
        entries++;
        created |= next.entry().event() instanceof BoardCreated;
        watcher.accept(next);
        if (next.entry().event() instanceof EndEvent) {
            end = Optional.of(next.entry());
        } else if (next.entry().event() instanceof BoardReopened) {
            end = Optional.empty();
        }
        return end.isEmpty() || !caughtUp;
    }
}
