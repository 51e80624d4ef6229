package io.patchboard.client.model;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.kernel.state.BoardSize;
import io.patchboard.record.LogEntry;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Boards as objects, folded when somebody asks for them from the last checkpoint on. Those that were asked for last are
 * kept, and go on from where they are. Under one lock: what is folded is many times its bytes on disk, so only one
 * board is at a time.
 */
final class FoldedBoards {

    private final ModelStore store;
    private final BoardLogs logs;
    private final Checkpoints checkpoints;
    private final long mostBytes;
    private final LinkedHashMap<String, Folded> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;
    private long generation;

    private record Folded(BoardProjection projection, long bytes) {}

    /**
     * @param mostBytes that those which are kept may take, as {@link BoardSize} estimates them; one is kept in any case
     */
    FoldedBoards(ModelStore store, BoardLogs logs, Checkpoints checkpoints, long mostBytes) {
        this.store = store;
        this.logs = logs;
        this.checkpoints = checkpoints;
        this.mostBytes = mostBytes;
    }

    /** Something of a board as it is now; absent if its log creates none. */
    synchronized <T> Optional<T> now(String boardId, Function<BoardProjection, T> view) {
        forgetWithStore();
        Folded known = kept.remove(boardId);
        BoardProjection projection = known == null ? checkpoints.latest(boardId, Long.MAX_VALUE) : known.projection();
        bytes -= known == null ? 0 : known.bytes();
        fold(projection, entry -> true);
        if (projection.damage().isEmpty()) {
            keep(boardId, projection);
        }
        return projection.exists() ? Optional.of(view.apply(projection)) : Optional.empty();
    }

    private void forgetWithStore() {
        if (generation != store.generation()) {
            generation = store.generation();
            kept.clear();
            bytes = 0;
        }
    }

    private void keep(String boardId, BoardProjection projection) {
        Folded fresh = new Folded(projection, BoardSize.of(projection.board()).heap());
        kept.put(boardId, fresh);
        bytes += fresh.bytes();
        Iterator<Folded> eldest = kept.values().iterator();
        while (bytes > mostBytes && kept.size() > 1) {
            bytes -= eldest.next().bytes();
            eldest.remove();
        }
    }

    /** A board after the last entry with a version or an earlier one. */
    synchronized BoardProjection past(String boardId, long version) {
        BoardProjection projection = checkpoints.latest(boardId, version);
        fold(projection, entry -> entry.header().version() <= version);
        return projection;
    }

    private void fold(BoardProjection projection, Predicate<LogEntry> until) {
        logs.decoded(projection.board().id(), projection.board().sequence() + 1, entry -> {
            if (!until.test(entry)) {
                return false;
            }
            projection.accept(entry);
            return projection.damage().isEmpty();
        });
    }

    /** What boards that are kept take, as estimated. */
    synchronized long bytes() {
        return bytes;
    }

    synchronized int size() {
        return kept.size();
    }
}
