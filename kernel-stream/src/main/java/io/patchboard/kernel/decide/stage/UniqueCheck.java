package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Index;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.IndexValue;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Has the board the id that follows from its value of a unique index, and does it keep that value? So no two boards are
 * found by one value, and neither kernel has to ask another.
 */
public final class UniqueCheck {

    private UniqueCheck() {}

    /** Of a board that is made. A fork is not asked: it is not found by the value that it has from its origin. */
    public static Optional<Rejection> ofFirstState(Blueprint blueprint, String boardId, Json state) {
        Optional<Index> unique = blueprint.uniqueIndex();
        if (unique.isEmpty()) {
            return Optional.empty();
        }
        Index index = unique.get();
        Optional<String> value = index.value(state);
        if (value.isEmpty()) {
            return Optional.of(rejection(
                    index,
                    "Expected a string of 1 to " + IndexValue.MOST_CHARS + " characters, a number, true or false at "
                            + index.place() + " of the first state, since index " + index.name()
                            + " is unique and the board is found by it from the beginning, but there is none."));
        }
        String expected = IndexValue.boardId(blueprint.name(), value.get());
        int bytes = expected.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > ContractLimits.MAX_BOARD_ID_BYTES) {
            return Optional.of(rejection(
                    index,
                    "Expected a value at " + index.place()
                            + " of the first state that gives the board an id of at most "
                            + ContractLimits.MAX_BOARD_ID_BYTES + " bytes, since index " + index.name()
                            + " is unique and the board is called \"" + blueprint.name()
                            + "-\" and the value, but that has " + bytes + " bytes. Take a shorter one."));
        }
        return boardId.equals(expected)
                ? Optional.empty()
                : Optional.of(rejection(
                        index,
                        "Expected \"" + expected + "\" as the id of the board, since index " + index.name()
                                + " is unique and the first state has its value at " + index.place() + ", but got \""
                                + boardId + "\". Where the id is left out, it is made so."));
    }

    static Optional<Rejection> ofChange(Board board, Revision revision) {
        return board.rules()
                .uniqueIndex()
                .filter(index -> {
                    Optional<String> value = index.value(revision.before());
                    return value.isPresent()
                            && board.id()
                                    .equals(IndexValue.boardId(board.rules().name(), value.get()))
                            && !value.equals(index.value(revision.after()));
                })
                .map(index -> rejection(
                        index,
                        "Expected the value at " + index.place() + " to stay as it is, since index " + index.name()
                                + " is unique and the board is called after it, but the patch changes it."));
    }

    private static Rejection rejection(Index index, String message) {
        return Rejection.of(RejectionCode.VIOLATED, index.place().toString(), Optional.of(index.name()), message);
    }
}
