package io.patchboard.client.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A part of a list.
 *
 * @param next where the following part begins; absent if there are no more boards
 */
public record BoardPage(List<Summary> boards, Optional<Place> next) {

    /**
     * Between two boards of a list.
     *
     * @param time of the board before; it counts in {@link BoardQuery.Order#RECENT} alone
     * @param boardId of the board before
     */
    public record Place(Instant time, String boardId) {

        /** Before all boards. */
        public static final Place FIRST = new Place(Instant.ofEpochMilli(Long.MAX_VALUE), "");

        public static Place after(Summary board) {
            return new Place(board.time(), board.boardId());
        }
    }
}
