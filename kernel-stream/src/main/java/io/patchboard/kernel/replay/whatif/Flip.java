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

    /** Whether something would be rejected that was committed. */
    public boolean isStricter() {
        return then.commits();
    }

    /** Of the two verdicts the rejection. */
    public Verdict refusal() {
        return isStricter() ? now : then;
    }
}
