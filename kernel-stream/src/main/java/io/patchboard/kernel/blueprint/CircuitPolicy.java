package io.patchboard.kernel.blueprint;

import io.patchboard.record.CircuitTripped.Detector;
import java.util.List;
import java.util.Optional;

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
     * With the last of these trips about the same a board ends, whatever its blueprint says: no escalation is endless.
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

    private static final List<TripAction> REJECTED = List.of(TripAction.STOP, TripAction.STOP, TripAction.HALT);
    private static final List<TripAction> NO_PROGRESS = List.of(TripAction.HALT);

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
     * @param standIn who answered, if by a switch: the steps up to that one are behind
     * @param nth how many trips this subject has had, this one included
     * @param inAll how many trips the board has had, this one included
     */
    public TripAction action(Detector detector, Optional<String> standIn, int nth, int inAll) {
        if (nth >= MOST_TRIPS || inAll >= MOST_TRIPS_IN_ALL) {
            return TripAction.HALT;
        }
        List<TripAction> steps = !onTrip.isEmpty() ? onTrip : detector.isAboutProgress() ? NO_PROGRESS : REJECTED;
        int behind = 0;
        for (int i = 0; standIn.isPresent() && i < steps.size() && behind == 0; i++) {
            behind = steps.get(i).switchesTo(standIn.get()) ? i + 1 : 0;
        }
        return steps.get(Math.min(behind + nth, steps.size()) - 1);
    }
}
