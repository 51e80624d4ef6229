package io.patchboard.kernel.blueprint;

import io.patchboard.record.Failure;
import io.patchboard.record.Stage;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How long an answer may take, and how often it is asked for again.
 *
 * @param retries the first that is about an error counts; an error that none is about is not asked about again
 * @param outage what is done when the worker cannot be asked at all
 * @param onExhausted what comes when the attempts are spent: the first that is about the error that they ended with
 */
public record Policy(Duration timeout, List<Retry> retries, Outage outage, List<Handler> onExhausted) {

    /**
     * When the same worker is asked again.
     *
     * @param on the classes of errors that it is about; none for all
     * @param maxAttempts invocations for one trigger, the first included, whatever those before failed of
     * @param backoff between attempts
     */
    public record Retry(Set<Failure.Kind> on, int maxAttempts, Backoff backoff) {}

    /**
     * What comes after errors of some classes.
     *
     * @param on the classes; none for all, and for what is no error of the worker's
     */
    public record Handler(Set<Failure.Kind> on, OnExhausted step) {}

    /**
     * When a worker cannot be reached, or asks to be left alone. That is no attempt of the worker's, as long as there
     * is patience.
     *
     * @param patience for one trigger; with none, each outage is an attempt like any other failure
     */
    public record Outage(Duration patience, Backoff backoff) {

        static final Outage DEFAULT = new Outage(
                Duration.ofHours(6),
                new Backoff(true, Duration.ofSeconds(1), Duration.ofMinutes(5), Backoff.WHOLE / 2));

        public boolean isForgiven() {
            return !patience.isZero();
        }
    }

    /**
     * What fits the kind of worker: programs that broke down need a moment, people and boards take days, and a board
     * that failed is too dear to be tried again without being asked.
     */
    static Policy defaultOf(WorkerRole.Kind kind) {
        Backoff backoff = kind == WorkerRole.Kind.PROGRAM
                ? new Backoff(true, Duration.ofSeconds(1), Duration.ofSeconds(30), 0)
                : Backoff.NONE;
        boolean takesDays = kind == WorkerRole.Kind.PERSON || kind == WorkerRole.Kind.BOARD;
        Duration timeout = takesDays ? Duration.ofDays(7) : Duration.ofMinutes(5);
        int attempts = kind == WorkerRole.Kind.BOARD ? 1 : 3;
        return new Policy(timeout, List.of(new Retry(Set.of(), attempts, backoff)), Outage.DEFAULT, List.of());
    }

    /**
     * The classes of an invocation's end without a usable answer. An answer that was not taken is an invalid one.
     * Silence until the deadline is a timeout, and whatever it is told to be, too.
     */
    public static Set<Failure.Kind> errors(Stage stage, Optional<Failure> failure) {
        return switch (stage.subject()) {
            case WORKER -> Set.of(failure.map(Failure::kind).orElse(Failure.Kind.REFUSED));
            case TIME -> {
                Set<Failure.Kind> silence = EnumSet.of(Failure.Kind.TIMEOUT);
                failure.map(Failure::kind).ifPresent(silence::add);
                yield silence;
            }
            case BYTES, SENDER, PATCH, STATE, PERSON -> Set.of(Failure.Kind.INVALID);
        };
    }

    /** Whether the same may be done once more without a person's word. */
    public static boolean areRepeatable(Set<Failure.Kind> errors) {
        for (Failure.Kind error : errors) {
            if (!error.isRepeatable()) {
                return false;
            }
        }
        return true;
    }

    /** Absent where it is not asked again after such an error. */
    public Optional<Retry> retry(Set<Failure.Kind> errors) {
        return !areRepeatable(errors)
                ? Optional.empty()
                : retries.stream().filter(retry -> isAbout(retry.on(), errors)).findFirst();
    }

    /** Absent where nothing is said about such an error; no error at all is only what all are meant by. */
    Optional<OnExhausted> onExhausted(Set<Failure.Kind> errors) {
        for (Handler handler : onExhausted) {
            if (isAbout(handler.on(), errors)) {
                return Optional.of(handler.step());
            }
        }
        return Optional.empty();
    }

    private static boolean isAbout(Set<Failure.Kind> classes, Set<Failure.Kind> errors) {
        return classes.isEmpty() || !Collections.disjoint(classes, errors);
    }
}
