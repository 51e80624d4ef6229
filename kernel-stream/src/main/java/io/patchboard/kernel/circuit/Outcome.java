package io.patchboard.kernel.circuit;

/**
 * What became of one answer.
 *
 * @param sequence of the log entry
 * @param version of the state after it
 * @param kind {@link #OK}, {@link #NO_OP}, {@link #CONTENTION}, {@link #FAILURE}, or the class of the rejection
 * @param about the key of the trigger that was answered; empty for who was not invited
 */
public record Outcome(long sequence, long version, String kind, String about) implements Ring.Item {

    /** The state changed. */
    static final String OK = "ok";

    /** The state did not change. */
    static final String NO_OP = "no-op";

    /** The state did not change, because others were quicker. */
    static final String CONTENTION = "contention";

    /** There was no answer, or none but that it could not be given. */
    static final String FAILURE = "failure";

    @Override
    public Footprint size() {
        return Footprint.ofItem(kind, about);
    }

    boolean ok() {
        return kind.equals(OK);
    }

    boolean noOp() {
        return kind.equals(NO_OP);
    }

    boolean contention() {
        return kind.equals(CONTENTION);
    }

    boolean failure() {
        return kind.equals(FAILURE);
    }

    /** Whether there is a rejection, of whatever kind. */
    boolean refused() {
        return !ok() && !noOp();
    }

    boolean rejected() {
        return refused() && !contention() && !failure();
    }
}
