package io.patchboard.gateway.submit;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the latest checkpoint of each key stands. Every invocation that uses tools writes one, so this holds little of
 * each, and of no more than so many keys: those that were written longest ago are forgotten first. For one thread.
 */
final class CheckpointPlaces {

    private final int mostKeys;
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Map<String, Board> boards = new HashMap<>();

    /** Where a record stands. */
    record Place(int partition, long offset, Board board) {}

    /** What all places of a board share. */
    record Board(String id, Set<String> keys) {}

    CheckpointPlaces(int mostKeys) {
        this.mostKeys = mostKeys;
    }

    void put(String key, String boardId, int partition, long offset) {
        remove(key);
        Board board = boards.computeIfAbsent(boardId, id -> new Board(id, new LinkedHashSet<>(1)));
        board.keys().add(key);
        places.put(key, new Place(partition, offset, board));
        if (places.size() > mostKeys) {
            remove(places.keySet().iterator().next());
        }
    }

    void remove(String key) {
        Place place = places.remove(key);
        if (place != null) {
            place.board().keys().remove(key);
            if (place.board().keys().isEmpty()) {
                boards.remove(place.board().id());
            }
        }
    }

    Optional<Place> of(String key) {
        return Optional.ofNullable(places.get(key));
    }

    /** The keys of a board, those that were written longest ago first. */
    List<String> ofBoard(String boardId) {
        Board board = boards.get(boardId);
        return board == null ? List.of() : List.copyOf(board.keys());
    }
}
