package io.patchboard.kernel.schema.keyword;

/** A regular expression, ready to run in linear time. */
public interface Regex {

    /** Whether it matches some part of a text. */
    boolean isFoundIn(String text);

    /** How many steps it takes at most to find it in a text of a length. */
    long steps(int length);

    /** As {@link #isFoundIn}, charged before. */
    default boolean isFoundIn(String text, Evaluation evaluation) {
        evaluation.charge(steps(text.length()));
        return isFoundIn(text);
    }
}
