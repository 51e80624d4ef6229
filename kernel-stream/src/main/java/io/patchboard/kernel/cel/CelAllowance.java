package io.patchboard.kernel.cel;

import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;

/**
 * Work that the evaluations of one decision may do together: what is left of the decision's own. An invariant over
 * 10,000 places is 10,000 evaluations, each of which stays within its own limit; without this bound a decision could
 * take longer than its transaction may.
 */
public final class CelAllowance {

    /** {@link Work} for a step of an expression. */
    private static final long UNITS_OF_A_STEP = 12;

    private static final long UNITS_OF_AN_EVALUATION = 150;
    private static final long UNITS_OF_A_VALUE = 40;

    private final Work work;
    private final WorkKind kind;

    /** For evaluations that are no part of a decision. */
    public CelAllowance() {
        this(new Work(Work.LIMIT), WorkKind.CONDITIONS);
    }

    public CelAllowance(Work work, WorkKind kind) {
        this.work = work;
        this.kind = kind;
    }

    /** Charges an evaluation as such, before what it takes. */
    public void begin() {
        begin(0);
    }

    /** As {@link #begin()}, of an evaluation for which so many values are looked up. */
    public void begin(long values) {
        work.charge(kind, UNITS_OF_AN_EVALUATION + UNITS_OF_A_VALUE * values);
    }

    /** Has the decision end where it has no work left: an expression that had to stop is no answer. */
    public void requireLeft() {
        work.requireLeft();
    }

    boolean isSpent() {
        return work.isExhausted();
    }

    boolean take(long units) {
        return work.take(kind, units > Work.LIMIT ? Long.MAX_VALUE : units * UNITS_OF_A_STEP);
    }
}
