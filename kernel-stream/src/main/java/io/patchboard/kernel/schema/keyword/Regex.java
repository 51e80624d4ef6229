package io.patchboard.kernel.schema.keyword;

/** A regular expression, ready to run in linear time. */
public interface Regex {

    /** Whether it matches some part of a text. */
    boolean isFoundIn(String text);
}
