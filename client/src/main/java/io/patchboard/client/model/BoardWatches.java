package io.patchboard.client.model;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who follows which board's log. Who follows those below it, too, is kept under its id and a tilde, with which theirs
 * begin. Safe for use by several threads.
 */
final class BoardWatches {

    private static final String BELOW = "~";

    private final Map<String, Set<BoardWatch>> watches = new ConcurrentHashMap<>();

    BoardWatch open(String boardId, boolean below) {
        List<String> keys = below ? List.of(boardId, boardId + BELOW) : List.of(boardId);
        BoardWatch watch = new BoardWatch(closed -> keys.forEach(key -> close(key, closed)));
        for (String key : keys) {
            watches.compute(key, (id, others) -> {
                Set<BoardWatch> all = others == null ? ConcurrentHashMap.newKeySet() : others;
                all.add(watch);
                return all;
            });
        }
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
            boardIds.forEach(id -> {
                wake(id);
                for (int at = id.indexOf(BELOW); at >= 0; at = id.indexOf(BELOW, at + 1)) {
                    wake(id.substring(0, at + 1));
                }
            });
        }
    }

    private void wake(String key) {
        watches.getOrDefault(key, Set.of()).forEach(BoardWatch::wake);
    }
}
