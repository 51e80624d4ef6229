package io.patchboard.experiments.stats;

/**
 * A figure with its interval of 95 %. What has no bound is infinite, such as a cost per success where none succeeded.
 */
public record Interval(double value, double low, double high) {

    /** A proportion with its {@link Wilson} interval. */
    public static Interval ofProportion(int count, int of) {
        Wilson wilson = Wilson.of(count, of);
        return new Interval((double) count / of, wilson.low(), wilson.high());
    }
}
