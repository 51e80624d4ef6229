package io.patchboard.calls;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** A moment after which nobody waits any more, by the clock that does not jump. */
public final class Deadline {

    /** Longer than anybody waits, and short enough to be counted in nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(30);

    private final long nanoTime;

    private Deadline(long nanoTime) {
        this.nanoTime = nanoTime;
    }

    public static Deadline at(Instant instant, Clock clock) {
        return in(Duration.between(clock.instant(), instant));
    }

    public static Deadline in(Duration duration) {
        return new Deadline(System.nanoTime() + min(duration, LONGEST).toNanos());
    }

    /** Zero or less when it is over. */
    public Duration left() {
        return Duration.ofNanos(nanoTime - System.nanoTime());
    }

    public boolean isOver() {
        return left().isNegative() || left().isZero();
    }

    /** This one, or one in {@code duration} from now if that is sooner. */
    public Deadline orIn(Duration duration) {
        return in(min(left(), duration));
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
