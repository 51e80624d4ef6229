package io.patchboard.kernel.circuit;

/**
 * A state that the board was in.
 *
 * @param sequence of the log entry that made it
 * @param hash the beginning of the state's hash
 */
public record SeenState(long sequence, long hash) {

    /** Of its text, in a {@link Footprint}. */
    static final long CHARS = Keys.DIGITS + Footprint.charsOf("");
}
