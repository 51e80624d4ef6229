package io.patchboard.gateway.runner;

import io.patchboard.gateway.worker.Invocation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * How long a worker may take for an invocation: its own timeout, or what is left until a little before the invocation's
 * deadline, so that the reason for a failure still reaches the board in time.
 */
public final class TimeLimit {

    private static final int PART = 10;
    private static final Duration LONGEST_MARGIN = Duration.ofMillis(500);
    private static final Duration ENOUGH_FOR_IT = LONGEST_MARGIN.multipliedBy(PART);

    private final Clock clock;
    private final Duration timeout;

    public TimeLimit(Clock clock, Duration timeout) {
        this.clock = clock;
        this.timeout = timeout;
    }

    /** Zero or less if it is too late to begin. */
    public Duration of(Invocation invocation) {
        return until(invocation.deadline());
    }

    Duration until(Instant deadline) {
        return min(timeout, untilTooLate(deadline));
    }

    /** How long it may wait before its worker is asked, which takes nothing of the worker's own timeout. */
    public Duration untilTooLate(Instant deadline) {
        Duration left = Duration.between(clock.instant(), deadline);
        Duration margin = left.compareTo(ENOUGH_FOR_IT) >= 0 ? LONGEST_MARGIN : left.dividedBy(PART);
        return left.minus(margin);
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
