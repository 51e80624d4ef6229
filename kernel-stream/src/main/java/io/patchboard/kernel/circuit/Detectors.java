package io.patchboard.kernel.circuit;

import io.patchboard.kernel.blueprint.CircuitPolicy;
import io.patchboard.record.CircuitTripped.Detector;
import io.patchboard.record.CircuitTripped.Scope;
import io.patchboard.record.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Says whether the latest answer makes a board run in circles. The narrowest subject is named: the trigger before its
 * worker, the worker before the board.
 */
public final class Detectors {

    private final Circuit circuit;
    private final CircuitPolicy policy;
    private final String worker;
    private final Optional<Trigger> trigger;

    private Detectors(Circuit circuit, CircuitPolicy policy, String worker, Optional<Trigger> trigger) {
        this.circuit = circuit;
        this.policy = policy;
        this.worker = worker;
        this.trigger = trigger;
    }

    /**
     * What is found after an answer; at most one trip for each.
     *
     * @param sequence of the log entry that says what became of the answer
     * @param trigger of the invocation that it answers; absent if unsolicited
     */
    public static Optional<Trip> detect(
            Circuit circuit, CircuitPolicy policy, long sequence, String worker, Optional<Trigger> trigger) {
        Optional<Track> track = circuit.worker(worker).filter(known -> known.endsWith(sequence));
        if (track.isEmpty()) {
            return Optional.empty();
        }
        Detectors detectors = new Detectors(circuit, policy, worker, trigger);
        if (track.get().newest().ok()) {
            return Repetition.ofState(circuit.states(), policy.repeatedState())
                    .or(() -> Repetition.ofCommits(circuit.commits(), policy.cycle()));
        }
        if (track.get().newest().contention()) {
            return detectors.streak(
                    Detector.STALE_STREAK,
                    policy.staleStreak(),
                    Outcome::contention,
                    "answers",
                    "came too late: others had changed what they were about");
        } else if (track.get().newest().failure()) {
            return detectors.streak(
                    Detector.FAILURE_STREAK,
                    policy.failureStreak(),
                    Outcome::failure,
                    "attempts",
                    "failed or timed out");
        }
        return track.get().newest().rejected()
                ? detectors.rejections()
                : detectors
                        .noOps()
                        .or(() -> Repetition.ofNoOps(
                                circuit.commits(), policy.noOpStreak().trigger()));
    }

    /**
     * Whether so many of the board's latest answers were rejected, whatever for, that a person is to look; found at a
     * rejection alone.
     */
    public static Optional<Trip> rejectionRate(Circuit circuit, CircuitPolicy policy, long sequence, String worker) {
        boolean failed = circuit.worker(worker)
                .filter(track -> track.endsWith(sequence) && track.newest().refused())
                .isPresent();
        return policy.lookout().rejectionRate().filter(rate -> failed).flatMap(rate -> {
            List<Long> counted = circuit.latest(rate.window()).stream()
                    .filter(Outcome::refused)
                    .map(Outcome::sequence)
                    .toList();
            return counted.size() < rate.count()
                    ? Optional.empty()
                    : Optional.of(Trip.board(
                            Detector.REJECTION_RATE,
                            "Expected less than " + rate.count() + " of the board's latest " + rate.window()
                                    + " answers to be rejected, but " + counted.size() + " were.",
                            counted));
        });
    }

    private record Subject(Scope scope, Track track, int threshold, String who) {}

    private List<Subject> subjects(CircuitPolicy.Streak streak) {
        List<Subject> subjects = new ArrayList<>();
        trigger.flatMap(known -> circuit.trigger(worker, known))
                .ifPresent(track -> subjects.add(new Subject(Scope.TRIGGER, track, streak.trigger(), who())));
        circuit.worker(worker)
                .ifPresent(track ->
                        subjects.add(new Subject(Scope.WORKER, track, streak.worker(), "worker \"" + worker + "\"")));
        subjects.add(new Subject(Scope.BOARD, circuit.board(), streak.board(), "the board's workers"));
        return subjects;
    }

    private String who() {
        String place = trigger.flatMap(Trigger::path).map(path -> " at " + path).orElse("");
        return "worker \"" + worker + "\" for rule \""
                + trigger.map(Trigger::rule).orElse("") + "\"" + place;
    }

    private Optional<Trip> rejections() {
        return streak(
                        Detector.INVALID_STREAK,
                        policy.invalidStreak(),
                        Outcome::rejected,
                        "rejected answers",
                        "were rejected")
                .or(this::alike);
    }

    private Optional<Trip> streak(
            Detector detector,
            CircuitPolicy.Streak thresholds,
            Predicate<Outcome> kind,
            String counts,
            String cameToNothing) {
        for (Subject subject : subjects(thresholds)) {
            List<Long> counted = subject.track().sinceChange(kind);
            if (counted.size() >= subject.threshold()) {
                return Optional.of(trip(
                        detector,
                        subject,
                        counted,
                        "Expected " + subject.who() + " to change the state within " + subject.threshold() + " "
                                + counts + ", but " + counted.size() + " in a row " + cameToNothing + "."));
            }
        }
        return Optional.empty();
    }

    private Optional<Trip> alike() {
        CircuitPolicy.SameRejection same = policy.sameRejection();
        for (Subject subject : subjects(policy.invalidStreak())) {
            List<Long> counted = subject.track().alike(same.window());
            if (subject.scope() != Scope.BOARD && counted.size() >= same.count()) {
                return Optional.of(trip(
                        Detector.SAME_REJECTION,
                        subject,
                        counted,
                        "Expected " + subject.who() + " to be rejected for the same less than " + same.count()
                                + " times in " + same.window() + " answers, but " + counted.size() + " were: "
                                + subject.track().newest().kind() + "."));
            }
        }
        return Optional.empty();
    }

    private Optional<Trip> noOps() {
        for (Subject subject : subjects(policy.noOpStreak())) {
            List<Long> counted = subject.track().noOps(policy.counting());
            if (counted.size() >= subject.threshold()) {
                return Optional.of(trip(
                        Detector.NO_OP_STREAK,
                        subject,
                        counted,
                        "Expected " + subject.who() + " to change the state within " + subject.threshold()
                                + " answers, but " + counted.size() + " in a row changed nothing."));
            }
        }
        return Optional.empty();
    }

    private Trip trip(Detector detector, Subject subject, List<Long> evidence, String message) {
        boolean board = subject.scope() == Scope.BOARD;
        return new Trip(
                detector,
                subject.scope(),
                board ? Optional.empty() : Optional.of(worker),
                subject.scope() == Scope.TRIGGER ? trigger : Optional.empty(),
                message,
                evidence);
    }
}
