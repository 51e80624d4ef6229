package io.patchboard.kernel.replay;

/**
 * Something in a log that is not as replay computes it.
 *
 * @param what the field
 * @param expected what replay computes
 * @param found what the log says
 */
public record Difference(long sequence, String what, String expected, String found) {}
