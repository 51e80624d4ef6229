package io.patchboard.kernel.circuit;

/**
 * A state that the board was in.
 *
 * @param sequence of the log entry that made it
 * @param hash the beginning of the state's hash
 */
public record SeenState(long sequence, String hash) implements Ring.Item {

    @Override
    public Footprint size() {
        return Footprint.ofItem(hash);
    }
}
