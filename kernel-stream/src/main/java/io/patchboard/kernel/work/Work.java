package io.patchboard.kernel.work;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * The work of one decision, counted, and bounded. Not for several threads.
 *
 * <p>A unit is about 10 ns of an ordinary core.
 */
public final class Work {

    /** What all that one record brings about may take: 250 ms. */
    public static final long LIMIT = 25_000_000;

    /** The part of it that is kept for saying that the rest did not suffice: 50 ms. */
    public static final long RESERVE = LIMIT / 5;

    private static final long UNITS_OF_A_MILLISECOND = 100_000;
    private static final long UNITS_OF_A_VALIDATIONS_STEP = 2;

    private final long most;
    private final Map<WorkKind, Tally> byKind = new EnumMap<>(WorkKind.class);
    private long done;
    private boolean exhausted;
    private String subject = "";

    /** @param most units that may be done */
    public Work(long most) {
        this.most = most;
    }

    /** For what is bounded otherwise. */
    public static Work unbounded() {
        return new Work(Long.MAX_VALUE);
    }

    /**
     * Says what the work is for from now on, for the message of who runs out of it: the name of a rule, an invariant or
     * a worker.
     */
    public void isFor(String name) {
        subject = name;
    }

    /**
     * Takes the steps of a validation by a schema.
     *
     * @see io.patchboard.kernel.schema.JsonSchema
     */
    public LongConsumer validation() {
        return steps -> charge(WorkKind.SCHEMA, UNITS_OF_A_VALIDATIONS_STEP * steps);
    }

    /**
     * Charges work that is about to be done.
     *
     * @throws OverWorkException if it is more than is left
     */
    public void charge(WorkKind kind, long units) {
        if (!take(kind, units)) {
            throw over();
        }
    }

    /** As {@link #charge}, for who cannot throw where it is; whoever called it is to {@link #requireLeft}. */
    public boolean take(WorkKind kind, long units) {
        if (exhausted || units > most - done) {
            tally(kind).units += exhausted ? 0 : units;
            exhausted = true;
            return false;
        }
        done += units;
        tally(kind).units += units;
        return true;
    }

    private Tally tally(WorkKind kind) {
        return byKind.computeIfAbsent(kind, any -> new Tally());
    }

    private static final class Tally {

        private long units;
    }

    /** @throws OverWorkException if work was wanted that was not left */
    public void requireLeft() {
        if (exhausted) {
            throw over();
        }
    }

    /** Whether work was wanted that was not left. */
    public boolean isExhausted() {
        return exhausted;
    }

    /** Whether more than this part of it is done; what can wait does so from then on. */
    public boolean isDone(double part) {
        return done > part * most;
    }

    /** Units done so far. */
    public long done() {
        return done;
    }

    private OverWorkException over() {
        WorkKind largest = WorkKind.ENTRIES;
        for (WorkKind kind : WorkKind.values()) {
            largest = tally(kind).units > tally(largest).units ? kind : largest;
        }
        return new OverWorkException("Expected all that one record brings about to take at most " + most
                + " steps of work (" + most / UNITS_OF_A_MILLISECOND + " ms), but it takes more, most of it for "
                + largest.words()
                + (subject.isEmpty() ? "" : ", in the end of \"" + subject + "\"") + ". " + largest.advice());
    }
}
