package io.patchboard.kernel.stream;

import io.patchboard.kernel.state.BoardSize;
import io.patchboard.kernel.stream.BoardStore.Stored;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * The boards that one task used last, as objects, within the task's share of a {@link CacheBudget}. The latest one is kept
 * in any case. Not for several threads.
 */
final class BoardCache {

    private record Weighed(Stored stored, long bytes) {}

    private final CacheBudget budget;
    private final LinkedHashMap<String, Weighed> boards = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    BoardCache(CacheBudget budget) {
        this.budget = budget;
    }

    Optional<Stored> get(String id) {
        return Optional.ofNullable(boards.get(id)).map(Weighed::stored);
    }

    void put(Stored stored) {
        Weighed next = new Weighed(stored, BoardSize.of(stored.board()).heap());
        Weighed old = boards.put(stored.board().id(), next);
        bytes += next.bytes() - (old == null ? 0 : old.bytes());
        trim();
    }

    /** Gives back what others have a right to by now. */
    void trim() {
        Iterator<Weighed> eldest = boards.values().iterator();
        while (bytes > budget.share() && boards.size() > 1) {
            bytes -= eldest.next().bytes();
            eldest.remove();
        }
    }
}
