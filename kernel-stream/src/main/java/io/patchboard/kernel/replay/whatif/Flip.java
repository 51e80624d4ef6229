package io.patchboard.kernel.replay.whatif;

import io.patchboard.kernel.decide.Verdict;

/**
 * A verdict that would have been another.
 *
 * @param worker who proposed; empty for the creation of the board
 * @param then the one of the log
 * @param now the one under the other blueprint
 */
public record Flip(long sequence, String worker, Verdict then, Verdict now) {

    /** Whether it would not get as far as it did: held is less than committed, and rejected less than held. */
    public boolean isStricter() {
        return then.commits() || now.rejection().isPresent();
    }

    /** Of the two verdicts the stricter one: a rejection, or a gate's that holds it. */
    public Verdict refusal() {
        return isStricter() ? now : then;
    }
}
