package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.Optional;

/**
 * When lanes may be opened. After one failed, one is tried at a time: the next one when that has lived for
 * {@link #PROVEN}, or after pauses that double where it failed. When none has failed for {@link #CALM}, nothing is held
 * back any more.
 */
final class Openings {

    static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    static final Duration PROVEN = Duration.ofSeconds(2);
    static final Duration CALM = Duration.ofSeconds(60);

    private Duration pause = Duration.ZERO;
    private long lastFailure;
    private long next;
    private Optional<Long> tried = Optional.empty();

    /** How many of those that are missing may be opened now; the caller opens them. */
    synchronized int allowed(int missing, long now) {
        if (tried.isPresent() && now - tried.get() >= PROVEN.toNanos()) {
            tried = Optional.empty();
            pause = SHORTEST_PAUSE;
        }
        if (tried.isEmpty() && now - lastFailure >= CALM.toNanos()) {
            pause = Duration.ZERO;
        }
        if (pause.isZero() || missing <= 0) {
            return Math.max(0, missing);
        }
        if (tried.isPresent() || now - next < 0) {
            return 0;
        }
        tried = Optional.of(now);
        return 1;
    }

    /** One failed; those that fail in the pause after it failed together with it. */
    synchronized void failed(long now) {
        if (!pause.isZero() && tried.isEmpty() && now - next < 0) {
            return;
        }
        Duration doubled = pause.multipliedBy(2);
        if (pause.isZero()) {
            pause = SHORTEST_PAUSE;
        } else {
            pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
        }
        lastFailure = now;
        next = now + pause.toNanos();
        tried = Optional.empty();
    }
}
