package io.patchboard.kernel.blueprint;

import java.time.Duration;

/**
 * How long an answer may take, and how often it is asked for again.
 *
 * @param maxAttempts invocations for one trigger, the first included
 * @param exponential whether the pause doubles with each attempt
 */
public record Policy(Duration timeout, int maxAttempts, boolean exponential, Duration base, Duration cap) {

    static final Policy DEFAULT = new Policy(Duration.ofMinutes(5), 3, false, Duration.ZERO, Duration.ofSeconds(30));

    /** The pause after the given attempt failed; attempts count from 1. */
    public Duration backoffAfter(int attempt) {
        if (!exponential) {
            return shorter(base, cap);
        }
        Duration pause = base;
        for (int i = 1; i < attempt && pause.compareTo(cap) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return shorter(pause, cap);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
