package io.patchboard.gateway.patience;

import java.time.Duration;

/**
 * For what must have come so far when a limit ends: on a busy machine a short limit may end before that. So it is tried
 * with a short one, and if that was too short, with twice as much, up to minutes.
 */
public final class MoreTime {

    private static final Duration MOST = Duration.ofMinutes(4);

    private MoreTime() {}

    /** What is tried within a limit. */
    @FunctionalInterface
    public interface Attempt {

        /** Whether the limit was long enough for the test to say something. */
        boolean isEnough(Duration limit) throws Exception;
    }

    /** Returns the limit that was enough. */
    public static Duration until(Duration first, Attempt attempt) throws Exception {
        for (Duration limit = first; limit.compareTo(MOST) <= 0; limit = limit.multipliedBy(2)) {
            if (attempt.isEnough(limit)) {
                return limit;
            }
        }
        throw new AssertionError("Expected some limit from " + first + " to " + MOST + " to be enough, but none was.");
    }
}
