package io.patchboard.experiments.stats;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Percentile intervals by resampling (B. Efron, 1979). Cases are drawn with replacement and handed out as indices, so a
 * figure of two systems that looks both up under the same indices is paired: it compares them on the same cases.
 */
public final class Bootstrap {

    /** As many as the paper takes. */
    public static final int RESAMPLES = 10_000;

    private static final double TAIL = 0.025;

    private Bootstrap() {}

    /**
     * @param cases how many there are
     * @param seed the same one gives the same interval
     * @param figure of the cases with these indices, of which some may be there more than once
     * @throws IllegalArgumentException if there are no cases
     */
    public static Interval of(int cases, long seed, ToDoubleFunction<int[]> figure) {
        if (cases <= 0) {
            throw new IllegalArgumentException("Expected cases to draw from, but got " + cases + ".");
        }
        int[] drawn = new int[cases];
        Arrays.setAll(drawn, i -> i);
        double value = figure.applyAsDouble(drawn);
        SplittableRandom random = new SplittableRandom(seed);
        double[] values = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            Arrays.setAll(drawn, none -> random.nextInt(cases));
            values[i] = figure.applyAsDouble(drawn);
        }
        Arrays.sort(values);
        int tail = (int) Math.round(TAIL * (RESAMPLES - 1));
        return new Interval(value, values[tail], values[RESAMPLES - 1 - tail]);
    }
}
