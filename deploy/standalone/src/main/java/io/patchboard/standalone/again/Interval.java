package io.patchboard.standalone.again;

import io.patchboard.experiments.stats.Wilson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A figure of a sample, with the interval in which that of all would lie in 95 of 100 samples.
 *
 * @param of how many there are in the sample, at least 1
 */
public record Interval(double value, double low, double high, int of) {

    private static final int RESAMPLES = 1_000;
    private static final double TAIL = 0.025;
    private static final int DECIMALS = 6;

    /** A share, by Wilson's score. */
    static Interval share(long count, int of) {
        Wilson wilson = Wilson.of(Math.toIntExact(count), of);
        return new Interval((double) count / of, wilson.low(), wilson.high(), of);
    }

    /** A mean, by the percentiles of resampled ones. */
    static Interval mean(List<Double> values) {
        return resampled(values, sample -> Arrays.stream(sample).average().orElseThrow());
    }

    /** A median, by the percentiles of resampled ones. */
    static Interval median(List<Double> values) {
        return resampled(values, sample -> {
            Arrays.sort(sample);
            int middle = sample.length / 2;
            return sample.length % 2 == 1 ? sample[middle] : (sample[middle - 1] + sample[middle]) / 2;
        });
    }

    /** The bootstrap (B. Efron, 1979), the same each time. */
    private static Interval resampled(List<Double> values, ToDoubleFunction<double[]> figure) {
        double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();
        Random random = new Random(all.length);
        double[] figures = IntStream.range(0, RESAMPLES)
                .mapToDouble(any -> figure.applyAsDouble(random.ints(all.length, 0, all.length)
                        .mapToDouble(index -> all[index])
                        .toArray()))
                .sorted()
                .toArray();
        int cut = (int) (RESAMPLES * TAIL);
        return new Interval(figure.applyAsDouble(all.clone()), figures[cut], figures[RESAMPLES - 1 - cut], all.length);
    }

    Json json() {
        return JsonObject.builder()
                .put("value", rounded(value))
                .put("low", rounded(low))
                .put("high", rounded(high))
                .put("of", of)
                .build();
    }

    private static Json rounded(double number) {
        return JsonNumber.of(BigDecimal.valueOf(number).setScale(DECIMALS, RoundingMode.HALF_EVEN));
    }
}
