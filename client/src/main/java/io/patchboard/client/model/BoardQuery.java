package io.patchboard.client.model;

import io.patchboard.kernel.state.Phase;
import io.patchboard.record.Word;
import java.util.Map;
import java.util.Optional;

/**
 * Which boards to list, and in what order. What is absent lets all pass.
 *
 * @param blueprint the name of the boards' blueprint
 * @param worker that the boards' blueprint has
 * @param label that the board has
 * @param index and the value that the board has there; see {@link BoardIndexes#refresh}
 * @param text that the board's id, the name of its blueprint, the value of a label or the name of a worker that owes
 *     it an answer has somewhere in it; upper and lower case of ASCII are the same
 * @param degraded only boards with something in their state that a fallback wrote; see {@link BoardIndexes#refresh}
 * @param needs only boards on which a person has something to do
 */
public record BoardQuery(
        Optional<Phase> phase,
        Optional<String> blueprint,
        Optional<String> worker,
        Optional<Label> label,
        Optional<Label> index,
        Optional<String> text,
        Optional<Needs> needs,
        Order order,
        boolean degraded) {

    public static final BoardQuery ALL = new BoardQuery(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Order.ID,
            false);

    /** Without an index, whether degraded or not. */
    public BoardQuery(
            Optional<Phase> phase,
            Optional<String> blueprint,
            Optional<String> worker,
            Optional<Label> label,
            Optional<String> text,
            Optional<Needs> needs,
            Order order) {
        this(phase, blueprint, worker, label, Optional.empty(), text, needs, order, false);
    }

    /**
     * A label, or all of one name.
     *
     * @param value absent for any
     */
    public record Label(String name, Optional<String> value) {

        /** Reads {@code name} or {@code name=value}. */
        public static Label parse(String text) {
            int end = text.indexOf('=');
            return end < 0
                    ? new Label(text, Optional.empty())
                    : new Label(text.substring(0, end), Optional.of(text.substring(end + 1)));
        }

        /** Whether one of the labels is meant. */
        public boolean isAmong(Map<String, String> labels) {
            return labels.containsKey(name)
                    && value.filter(wanted -> !wanted.equals(labels.get(name))).isEmpty();
        }

        @Override
        public String toString() {
            return name + value.map(text -> "=" + text).orElse("");
        }
    }

    /** Where a person is wanted, for a decision or, where a role is a person's, for an answer. */
    public enum Needs {
        /** On the board, or on one that it waits for. */
        PERSON,
        /** On the board. */
        PERSON_ITSELF
    }

    /** What comes first. */
    public enum Order implements Word {
        /** By the bytes of the ids. */
        ID,
        /** The latest log entry first. */
        RECENT
    }

    /** Only boards on which a person has something to do. */
    public BoardQuery needing(Needs what) {
        return new BoardQuery(phase, blueprint, worker, label, index, text, Optional.of(what), order, degraded);
    }

    /** Only boards that have a value by which they are found. */
    public BoardQuery withIndex(Optional<Label> value) {
        return new BoardQuery(phase, blueprint, worker, label, value, text, needs, order, degraded);
    }

    /** Of a list in another order, the same boards. */
    public BoardQuery withOrder(Order other) {
        return new BoardQuery(phase, blueprint, worker, label, index, text, needs, other, degraded);
    }

    /** Only boards with something in their state that a fallback wrote, or all. */
    public BoardQuery withDegraded(boolean only) {
        return new BoardQuery(phase, blueprint, worker, label, index, text, needs, order, only);
    }

    /** Whether it asks for what is found by folding boards. */
    public boolean asksForValues() {
        return degraded || index.isPresent();
    }
}
