package io.patchboard.calls;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * How often something is tried again, and after which pauses: they double each time, and are cut by up to a half at
 * random, so that those who failed together do not come back together.
 *
 * @param attempts the first included, at least 1
 * @param base the pause before the second attempt
 * @param cap the longest pause that was not asked for
 */
public record RetryPolicy(int attempts, Duration base, Duration cap) {

    /** For endpoints that answer in seconds. */
    public static final RetryPolicy DEFAULT = new RetryPolicy(4, Duration.ofMillis(500), Duration.ofSeconds(10));

    private static final int MOST_DOUBLINGS = 20;

    /** What is tried. */
    public interface Attempts<T> {

        /** @param number from 1 */
        T attempt(int number) throws InterruptedException;

        /** Absent if there is no use in trying again after this result. */
        Optional<Again> again(T result);

        /** Called before each pause. */
        default void beforePause(T result, int number, Duration pause) {}
    }

    /** @param askedFor how long the other side wants to be left alone: the pause is not shorter */
    public record Again(Optional<Duration> askedFor) {}

    /** What came of it: the latest result, of how many attempts, and why there is no further one. */
    public record Repeated<T>(T result, int attempts, End end) {}

    /** Why nothing is tried any more. */
    public enum End {
        /** There is no use in it. */
        DONE,
        NO_ATTEMPTS_LEFT,
        /** The pause before the next attempt would end after the deadline. */
        NO_TIME_LEFT
    }

    /** Tries until there is no use in it, no attempt or no time left; holds the thread during pauses. */
    public <T> Repeated<T> repeat(Deadline deadline, Attempts<T> what) throws InterruptedException {
        for (int number = 1; ; number++) {
            T result = what.attempt(number);
            Optional<Again> again = what.again(result);
            if (again.isEmpty()) {
                return new Repeated<>(result, number, End.DONE);
            }
            if (number >= attempts) {
                return new Repeated<>(result, number, End.NO_ATTEMPTS_LEFT);
            }
            Duration pause = pause(number, again.get().askedFor());
            if (pause.compareTo(deadline.left()) >= 0) {
                return new Repeated<>(result, number, End.NO_TIME_LEFT);
            }
            what.beforePause(result, number, pause);
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        }
    }

    private Duration pause(int failed, Optional<Duration> askedFor) {
        Duration doubled = base.multipliedBy(1L << Math.min(failed - 1, MOST_DOUBLINGS));
        long half = (doubled.compareTo(cap) < 0 ? doubled : cap).toNanos() / 2;
        Duration chosen = Duration.ofNanos(half + ThreadLocalRandom.current().nextLong(half + 1));
        return askedFor.filter(asked -> asked.compareTo(chosen) > 0).orElse(chosen);
    }
}
