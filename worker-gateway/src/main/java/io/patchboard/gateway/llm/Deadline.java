package io.patchboard.gateway.llm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** A moment after which nobody waits any more, by the clock that does not jump. */
final class Deadline {

    /** Longer than anybody waits, and short enough to be counted in nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(30);

    private final long nanoTime;

    private Deadline(long nanoTime) {
        this.nanoTime = nanoTime;
    }

    static Deadline at(Instant instant, Clock clock) {
        return in(Duration.between(clock.instant(), instant));
    }

    static Deadline in(Duration duration) {
        return new Deadline(System.nanoTime() + min(duration, LONGEST).toNanos());
    }

    /** Zero or less when it is over. */
    Duration left() {
        return Duration.ofNanos(nanoTime - System.nanoTime());
    }

    boolean isOver() {
        return left().isNegative() || left().isZero();
    }

    /** This one, or one in {@code duration} from now if that is sooner. */
    Deadline orIn(Duration duration) {
        return in(min(left(), duration));
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
