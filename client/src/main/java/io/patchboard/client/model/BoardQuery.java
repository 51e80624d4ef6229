package io.patchboard.client.model;

import io.patchboard.kernel.state.Phase;
import io.patchboard.record.Word;
import java.util.Optional;

/**
 * Which boards to list, and in what order. What is absent lets all pass.
 *
 * @param blueprint the name of the boards' blueprint
 * @param worker that the boards' blueprint has
 * @param text that the board's id or the name of its blueprint has somewhere in it; upper and lower case of ASCII are
 *     the same
 * @param needsPerson only boards on which a person has something to decide
 */
public record BoardQuery(
        Optional<Phase> phase,
        Optional<String> blueprint,
        Optional<String> worker,
        Optional<String> text,
        boolean needsPerson,
        Order order) {

    public static final BoardQuery ALL =
            new BoardQuery(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), false, Order.ID);

    /** What comes first. */
    public enum Order implements Word {
        /** By the bytes of the ids. */
        ID,
        /** The latest log entry first. */
        RECENT
    }

    /** @param needed as {@link #needsPerson} */
    public BoardQuery withNeedsPerson(boolean needed) {
        return new BoardQuery(phase, blueprint, worker, text, needed, order);
    }

    /** Of a list in another order, the same boards. */
    public BoardQuery withOrder(Order other) {
        return new BoardQuery(phase, blueprint, worker, text, needsPerson, other);
    }
}
