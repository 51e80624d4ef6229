package io.patchboard.standalone.crash;

import java.time.Duration;
import java.util.Random;

/**
 * When a kernel is killed: so long after its process was started, or so long after it was seen to have decided
 * something.
 */
record Moment(boolean whileStarting, Duration after) {

    private static final int PERCENT_WHILE_STARTING = 30;
    private static final double SHORTEST_MILLIS = 3;
    private static final double LONGEST_MILLIS = 2_000;

    /** A start takes about two seconds; this reaches beyond. */
    private static final int MOST_STARTING_MILLIS = 2_500;

    static Moment random(Random random) {
        if (random.nextInt(100) < PERCENT_WHILE_STARTING) {
            return new Moment(true, Duration.ofMillis(random.nextInt(MOST_STARTING_MILLIS)));
        }
        // Of each order of magnitude equally many: a commit takes some milliseconds, a timer or a retry a second.
        double millis = SHORTEST_MILLIS * Math.pow(LONGEST_MILLIS / SHORTEST_MILLIS, random.nextDouble());
        return new Moment(false, Duration.ofNanos((long) (millis * 1_000_000)));
    }
}
