package io.patchboard.kernel.blueprint;

import java.util.List;

/**
 * When a board counts as running in circles, and what is done then (paper, section 3.4 and Table 2).
 *
 * <p>The defaults are meant to leave honest work alone and to let nothing run for ever. A declared number is taken at
 * its word; a default for progress is more patient, because a watchdog that mostly finds nothing is honest.
 *
 * @param invalidStreak rejections in a row
 * @param noOpStreak answers in a row that changed nothing
 * @param counting which of the latter count
 * @param onTrip the escalation; empty for the defaults
 */
public record CircuitPolicy(
        Streak invalidStreak,
        Streak noOpStreak,
        Counting counting,
        SameRejection sameRejection,
        RepeatedState repeatedState,
        Cycle cycle,
        List<TripAction> onTrip) {

    /**
     * With the last of these trips about the same a board waits for a person, whatever its blueprint says: no
     * escalation is endless.
     */
    public static final int MOST_TRIPS = 10;

    /** The same, for trips about anything. */
    public static final int MOST_TRIPS_IN_ALL = 100;

    static final CircuitPolicy DEFAULT = new CircuitPolicy(
            new Streak(5, 10, 30),
            new Streak(3, 20, 30),
            Counting.REPEATS,
            new SameRejection(16, 20),
            new RepeatedState(32, 2),
            new Cycle(12, 3),
            List.of());

    private static final List<TripAction> REJECTED = List.of(TripAction.STOP, TripAction.STOP, TripAction.INCIDENT);
    private static final List<TripAction> NO_PROGRESS = List.of(TripAction.INCIDENT);

    /** Which answers without effect count towards a streak. */
    public enum Counting {
        /** All, whatever others did in between. */
        ALL,
        /** Those since anybody changed the state. */
        WHILE_UNCHANGED,
        /** As the former, but not the first for each trigger: many who each find nothing to do once are no circle. */
        REPEATS
    }

    /** Thresholds for a trigger (worker, rule and place), a worker, and the board. */
    public record Streak(int trigger, int worker, int board) {}

    /** Of the latest {@code window} answers, {@code count} were rejected for the same. */
    public record SameRejection(int count, int window) {}

    /** A state among the last {@code window} came back {@code times} times. */
    public record RepeatedState(int window, int times) {}

    /**
     * Commits that cause each other repeat with a period of up to {@code maxPeriod}, {@code repeats} times in a row.
     */
    public record Cycle(int maxPeriod, int repeats) {}

    /**
     * What to do about a trip.
     *
     * @param progress whether it is about missing progress, and not about rejections
     * @param nth how many trips this subject has had, this one included
     * @param inAll how many trips the board has had, this one included
     */
    public TripAction action(boolean progress, int nth, int inAll) {
        if (isSpent(nth, inAll)) {
            return TripAction.INCIDENT;
        }
        List<TripAction> steps = !onTrip.isEmpty() ? onTrip : progress ? NO_PROGRESS : REJECTED;
        return steps.get(Math.min(nth, steps.size()) - 1);
    }

    /** Whether so many trips end any escalation. */
    public static boolean isSpent(int nth, int inAll) {
        return nth >= MOST_TRIPS || inAll >= MOST_TRIPS_IN_ALL;
    }
}
