package io.patchboard.standalone.http;

import io.javalin.http.HttpStatus;
import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.model.BoardModel;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.kernel.state.Board;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** A board that somebody asks about; where there is none, why. */
final class FoundBoard {

    private FoundBoard() {}

    /** Something of it, as far as its log can be followed. */
    static <T> T of(BoardModel boards, String id, Function<BoardProjection, T> view) {
        Optional<T> found = boards.one(id, view);
        if (found.isEmpty()) {
            requireBeginning(boards, id);
        }
        return ReadRoutes.known(id, () -> found);
    }

    /** As far as its log can be followed. */
    static Board of(BoardModel boards, String id) {
        return of(boards, id, BoardProjection::board);
    }

    /** As it is now: not where the log goes on, but cannot be followed. */
    static Board asItIs(BoardModel boards, String id) {
        return of(boards, id, projection -> {
            projection.damage().ifPresent(damage -> {
                throw damaged(id, damage);
            });
            return projection.board();
        });
    }

    private static ProblemException damaged(String id, String damage) {
        return new ProblemException(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "Expected a log that can be followed to its end, but that of board \"" + id + "\" is damaged. " + damage
                        + " Versions from before can be read: GET /v1/boards/{id} tells the last.");
    }

    /** Nothing can be folded from the middle of a log: where it is cut, nothing is known but what is left. */
    static void requireBeginning(BoardModel boards, String id) {
        OptionalLong first = boards.logs().beginning(id);
        if (first.isPresent() && first.getAsLong() > 1) {
            throw new ProblemException(
                    HttpStatus.GONE,
                    "Expected the log of board \"" + id
                            + "\" from its first entry, but what is left of it begins at entry "
                            + first.getAsLong() + ": its topics were cut, or entries could not be read."
                            + " GET /v1/boards/{id}/log has what is left.");
        }
    }
}
