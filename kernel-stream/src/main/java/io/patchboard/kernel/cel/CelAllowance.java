package io.patchboard.kernel.cel;

/**
 * Work that the evaluations of one decision may do together. An invariant over 10,000 places is 10,000 evaluations, each of
 * which stays within its own limit; without this bound a decision could take longer than its transaction may.
 */
public final class CelAllowance {

    /** Twenty times what one evaluation may do: about two seconds. */
    private static final long UNITS = 20 * Budget.UNITS;

    private long left = UNITS;

    boolean isSpent() {
        return left <= 0;
    }

    boolean take(long units) {
        left -= units;
        return left >= 0;
    }
}
