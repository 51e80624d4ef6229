package io.patchboard.client.log;

import java.time.Duration;
import java.util.Optional;

/** A moment on the clock that is never set. */
final class Deadline {

    static final Deadline NEVER = new Deadline(Optional.empty());

    private final Optional<Long> nanoTime;

    private Deadline(Optional<Long> nanoTime) {
        this.nanoTime = nanoTime;
    }

    static Deadline in(Duration duration) {
        return new Deadline(Optional.of(System.nanoTime() + duration.toNanos()));
    }

    boolean passed() {
        return left().isNegative();
    }

    /** The shorter of a duration and the time that is left. */
    Duration atMost(Duration duration) {
        Duration left = left();
        return left.isNegative() ? Duration.ZERO : left.compareTo(duration) < 0 ? left : duration;
    }

    private Duration left() {
        return nanoTime.map(at -> Duration.ofNanos(at - System.nanoTime())).orElse(Duration.ofDays(1));
    }
}
