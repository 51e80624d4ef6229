package io.patchboard.experiments.stats;

/**
 * A figure with its interval of 95 %. What has no bound is infinite, such as a cost per success where none succeeded.
 */
public record Interval(double value, double low, double high) {}
