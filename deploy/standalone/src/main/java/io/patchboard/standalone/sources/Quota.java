package io.patchboard.standalone.sources;

import java.time.Duration;
import java.util.Optional;

/**
 * How many boards a source may make; while that is used up it waits.
 *
 * @param atWork of its boards that have not ended
 * @param rate of its new boards
 */
public record Quota(Optional<Integer> atWork, Optional<Rate> rate) {

    /** What its boards have the source's name under, so that they are found. */
    static final String LABEL = "source";

    /** A million: what is counted is looked up by its label. */
    static final int MOST = 1_000_000;

    /** So many within such a time. */
    public record Rate(int boards, Duration per) {}
}
