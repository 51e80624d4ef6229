package io.patchboard.kernel.schema.keyword;

import java.util.stream.IntStream;

/**
 * What was found out about a part of a value, and what it costs to find it out anew. The cost is charged whenever the
 * judgement is used, so that a validation is given up or not whatever is remembered.
 *
 * @param result 1 and 0 for accepted and refused, or a count of children
 * @param steps of the evaluation that came to it
 * @param height how much deeper than its place that evaluation went
 */
record Judgement(int result, long steps, int height) {

    private static final int RESULTS = 2;
    private static final int STEPS = 256;
    private static final int HEIGHTS = 8;

    /** Those of small values, which many of a board's items share. */
    private static final Judgement[] COMMON = IntStream.range(0, RESULTS * STEPS * HEIGHTS)
            .mapToObj(i -> new Judgement(i / HEIGHTS / STEPS, i / HEIGHTS % STEPS, i % HEIGHTS))
            .toArray(Judgement[]::new);

    static Judgement of(int result, long steps, int height) {
        return result < RESULTS && steps < STEPS && height < HEIGHTS
                ? COMMON[(result * STEPS + (int) steps) * HEIGHTS + height]
                : new Judgement(result, steps, height);
    }
}
