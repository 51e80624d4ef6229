package io.patchboard.kernel.blueprint;

import java.time.Duration;

/**
 * How long an answer may take, and how often it is asked for again.
 *
 * @param maxAttempts invocations for one trigger, the first included
 * @param backoff between attempts
 * @param outage what is done when the worker cannot be asked at all
 * @param onExhausted what comes when the attempts are spent
 */
public record Policy(Duration timeout, int maxAttempts, Backoff backoff, Outage outage, OnExhausted onExhausted) {

    /**
     * When a worker cannot be reached, or asks to be left alone. That is no attempt of the worker's, as long as there
     * is patience.
     *
     * @param patience for one trigger; with none, each outage is an attempt like any other failure
     * @param onExhausted what comes when the patience is spent
     */
    public record Outage(Duration patience, Backoff backoff, OnExhausted onExhausted) {

        static final Outage DEFAULT = new Outage(
                Duration.ofHours(6),
                new Backoff(true, Duration.ofSeconds(1), Duration.ofMinutes(5), Backoff.WHOLE / 2),
                new OnExhausted.Incident());

        public boolean isForgiven() {
            return !patience.isZero();
        }
    }

    /** What fits the kind of worker: programs that broke down need a moment, and people take days. */
    static Policy defaultOf(WorkerRole.Kind kind) {
        Backoff backoff = kind == WorkerRole.Kind.PROGRAM
                ? new Backoff(true, Duration.ofSeconds(1), Duration.ofSeconds(30), 0)
                : Backoff.NONE;
        Duration timeout = kind == WorkerRole.Kind.PERSON ? Duration.ofDays(7) : Duration.ofMinutes(5);
        return new Policy(timeout, 3, backoff, Outage.DEFAULT, new OnExhausted.Stop());
    }
}
