package io.patchboard.kernel.blueprint;

import io.patchboard.record.CircuitTripped.Action;
import io.patchboard.record.CircuitTripped.Detector;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * When a board counts as running in circles, and what is done then (paper, section 3.4 and Table 2).
 *
 * <p>The defaults are meant to leave honest work alone and to let nothing run for ever. A declared number is taken at
 * its word; a default for progress is more patient, because a watchdog that mostly finds nothing is honest.
 *
 * @param invalidStreak rejections in a row
 * @param noOpStreak answers in a row that changed nothing
 * @param counting which of the latter count
 * @param staleStreak answers in a row that came too late, because others had changed what they were about
 * @param failureStreak time-outs and failures in a row
 * @param lookout what a person is asked to look at, though it is no circle
 * @param onTrip the escalation; empty for the defaults
 * @param onBudget the escalation when a worker is wanted whose own budget is used up; empty where a person is told
 */
public record CircuitPolicy(
        Streak invalidStreak,
        Streak noOpStreak,
        Counting counting,
        SameRejection sameRejection,
        RepeatedState repeatedState,
        Cycle cycle,
        Streak staleStreak,
        Streak failureStreak,
        Lookout lookout,
        List<TripAction> onTrip,
        List<TripAction> onBudget) {

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
            new Streak(25, 50, Streak.NEVER),
            new Streak(25, 25, 100),
            Lookout.NONE,
            List.of(),
            List.of());

    /** The word that stands for {@link #STRICT} in a blueprint. */
    static final String STRICT_WORD = "strict";

    /** The paper's own thresholds (Table 3), where it has them. */
    static final CircuitPolicy STRICT = new CircuitPolicy(
            new Streak(2, 2, 8),
            new Streak(2, 2, 8),
            Counting.ALL,
            DEFAULT.sameRejection(),
            new RepeatedState(3, 1),
            DEFAULT.cycle(),
            DEFAULT.staleStreak(),
            DEFAULT.failureStreak(),
            Lookout.NONE,
            List.of(TripAction.of(Action.RETRY), TripAction.of(Action.HALT)),
            List.of());

    private static final List<TripAction> REJECTED = List.of(TripAction.STOP, TripAction.STOP, TripAction.INCIDENT);
    private static final List<TripAction> NO_PROGRESS = List.of(TripAction.INCIDENT);

    /** Whoever is late is not alone: somebody else did change the state. It is written down, and no end. */
    private static final List<TripAction> LATE = List.of(TripAction.of(Action.RETRY));

    /** A bad hour of one worker calls a person only if it is a long one: with the last of all trips. */
    private static final List<TripAction> FAILED = List.of(TripAction.STOP);

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
    public record Streak(int trigger, int worker, int board) {

        /** The threshold of what does not count. */
        static final int NEVER = Integer.MAX_VALUE;
    }

    /** Of the latest {@code window} answers, {@code count} were rejected for the same. */
    public record SameRejection(int count, int window) {}

    /**
     * What a person is asked to look at before the board goes on.
     *
     * @param rejectionRate how many of the latest answers were rejected, whatever for
     * @param cost the amount of which each multiple is one
     * @param touched changes of places
     */
    public record Lookout(Optional<SameRejection> rejectionRate, Optional<BigDecimal> cost, List<Rule.Change> touched) {

        static final Lookout NONE = new Lookout(Optional.empty(), Optional.empty(), List.of());
    }

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
        if (detector.onlyAsks() || isSpent(detector, nth, inAll)) {
            return TripAction.INCIDENT;
        }
        List<TripAction> declared = detector == Detector.BUDGET ? onBudget : onTrip;
        List<TripAction> steps = declared.isEmpty() ? unsaid(detector) : declared;
        int behind = 0;
        for (int i = 0; standIn.isPresent() && i < steps.size() && behind == 0; i++) {
            behind = steps.get(i).switchesTo(standIn.get()) ? i + 1 : 0;
        }
        return steps.get(Math.min(behind + nth, steps.size()) - 1);
    }

    /** All that it may come to. */
    public List<TripAction> actions() {
        return Stream.concat(onTrip.stream(), onBudget.stream()).toList();
    }

    private static List<TripAction> unsaid(Detector detector) {
        return switch (detector) {
            case INVALID_STREAK, SAME_REJECTION -> REJECTED;
            case NO_OP_STREAK, REPEATED_STATE, CYCLE, BUDGET, REJECTION_RATE, COST, TOUCHED -> NO_PROGRESS;
            case STALE_STREAK -> LATE;
            case FAILURE_STREAK -> FAILED;
        };
    }

    /** How many of its latest answers a subject must be remembered by, once it has changed the state. */
    public int keptOfAnswers(ToIntFunction<Streak> of) {
        int rated = lookout.rejectionRate().map(SameRejection::window).orElse(0);
        return Math.max(
                Math.max(sameRejection.window(), rated), of.applyAsInt(invalidStreak) + of.applyAsInt(noOpStreak));
    }

    /** The same, while it has not: whatever was in between, each streak is remembered to its end. */
    public int kept(ToIntFunction<Streak> of) {
        int late = of.applyAsInt(staleStreak);
        return keptOfAnswers(of) + of.applyAsInt(failureStreak) + (late == Streak.NEVER ? 0 : late);
    }

    /** Whether so many trips end any escalation. */
    public static boolean isSpent(Detector detector, int nth, int inAll) {
        return detector != Detector.STALE_STREAK && (nth >= MOST_TRIPS || inAll >= MOST_TRIPS_IN_ALL);
    }
}
