package io.patchboard.client.board;

import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.LogEntry;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Every version of one board's state. Versions share what they have in common, so all of them cost about as much as the
 * patches.
 */
public final class StateHistory {

    private final NavigableMap<Long, Board> boards = new TreeMap<>();
    private final BoardProjection projection;

    private StateHistory(BoardProjection projection) {
        this.projection = projection;
    }

    /** @param log in order of the sequence */
    public static StateHistory of(String boardId, List<LogEntry> log) {
        StateHistory history = new StateHistory(new BoardProjection(boardId, new Blueprints()));
        log.forEach(history::accept);
        return history;
    }

    private void accept(LogEntry next) {
        projection.accept(next);
        if (projection.exists()) {
            boards.put(projection.board().version(), projection.board());
        }
    }

    /** Folds the whole log. */
    public BoardProjection projection() {
        return projection;
    }

    /** The board after the last entry with this version; empty if it never had it. */
    public Optional<Board> board(long version) {
        return Optional.ofNullable(boards.get(version));
    }

    /** Of a board that exists. */
    public long first() {
        return boards.firstKey();
    }

    /** Of a board that exists. */
    public long last() {
        return boards.lastKey();
    }
}
