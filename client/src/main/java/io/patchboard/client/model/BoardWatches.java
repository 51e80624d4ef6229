package io.patchboard.client.model;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Who follows which board's log. Safe for use by several threads. */
final class BoardWatches {

    private final Map<String, Set<BoardWatch>> watches = new ConcurrentHashMap<>();

    BoardWatch open(String boardId) {
        BoardWatch watch = new BoardWatch(closed -> close(boardId, closed));
        watches.compute(boardId, (id, others) -> {
            Set<BoardWatch> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(watch);
            return all;
        });
        return watch;
    }

    private void close(String boardId, BoardWatch watch) {
        watches.computeIfPresent(boardId, (id, all) -> {
            all.remove(watch);
            return all.isEmpty() ? null : all;
        });
    }

    /** Something more of these boards is in the store. */
    void kept(Collection<String> boardIds) {
        if (!watches.isEmpty()) {
            boardIds.forEach(id -> watches.getOrDefault(id, Set.of()).forEach(BoardWatch::wake));
        }
    }

    int size() {
        return watches.values().stream().mapToInt(Set::size).sum();
    }
}
