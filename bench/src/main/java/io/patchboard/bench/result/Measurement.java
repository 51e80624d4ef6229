package io.patchboard.bench.result;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One quantity, measured once or several times.
 *
 * @param side who did the work: {@code patchboard}, or the name of a baseline
 * @param what the quantity, for instance {@code commit}
 * @param at under which parameters, for instance {@code bytes=10000}
 * @param unit of the numbers, for instance {@code us/op}
 * @param median of the samples
 * @param low the smallest sample
 * @param high the largest sample
 */
public record Measurement(
        String side,
        String what,
        Map<String, String> at,
        String unit,
        double median,
        double low,
        double high,
        List<Double> samples) {

    public Measurement {
        at = new TreeMap<>(at);
        samples = List.copyOf(samples);
    }

    /** @throws IllegalArgumentException if there are no samples */
    public static Measurement of(String side, String what, Map<String, String> at, String unit, List<Double> samples) {
        if (samples.isEmpty()) {
            throw new IllegalArgumentException("Expected samples of " + side + " " + what + ", but got none.");
        }
        double[] sorted =
                samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new Measurement(
                side, what, at, unit, quantile(sorted, 0.5), sorted[0], sorted[sorted.length - 1], samples);
    }

    public static Measurement once(String side, String what, Map<String, String> at, String unit, double value) {
        return of(side, what, at, unit, List.of(value));
    }

    /** The value below which the share {@code q} of the samples lies, between neighbours in proportion. */
    public static double quantile(List<Double> samples, double q) {
        return quantile(
                samples.stream().mapToDouble(Double::doubleValue).sorted().toArray(), q);
    }

    private static double quantile(double[] sorted, double q) {
        double place = q * (sorted.length - 1);
        int below = (int) Math.floor(place);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
    }

    /** Whether this was measured under these parameters, given as name, value, name, value. */
    public boolean isAt(String... parameters) {
        for (int i = 0; i < parameters.length; i += 2) {
            if (!parameters[i + 1].equals(at.get(parameters[i]))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return String.format(
                "%-14s %-22s %-34s %12.2f %s  [%.2f .. %.2f] n=%d",
                side, what, at, median, unit, low, high, samples.size());
    }
}
