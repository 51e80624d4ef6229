package io.patchboard.kernel.stream;

import io.patchboard.kernel.stream.BoardStore.Stored;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * The boards that one task used last, as objects, within the task's share of a {@link CacheBudget}. The latest one is
 * kept in any case. Not for several threads.
 */
final class BoardCache {

    private final CacheBudget budget;
    private final LinkedHashMap<String, Stored> boards = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    BoardCache(CacheBudget budget) {
        this.budget = budget;
    }

    Optional<Stored> get(String id) {
        return Optional.ofNullable(boards.get(id));
    }

    void put(Stored stored) {
        Stored old = boards.put(stored.board().id(), stored);
        bytes += stored.size().heap() - (old == null ? 0 : old.size().heap());
        trim();
    }

    /** Forgets all boards. */
    void clear() {
        boards.clear();
        bytes = 0;
    }

    /** Gives back what others have a right to by now. */
    void trim() {
        Iterator<Stored> eldest = boards.values().iterator();
        while (bytes > budget.share() && boards.size() > 1) {
            bytes -= eldest.next().size().heap();
            eldest.remove();
        }
    }
}
