package io.patchboard.json;

/**
 * How large a part is; of a run, without brackets and commas.
 *
 * @param bytes as {@link Json#canonicalBytes}
 * @param compactBytes as {@link Json#compactBytes}
 * @param compactChars as {@link Json#compactChars}
 * @param depth levels of objects and arrays; 0 for scalars
 * @param containers objects and arrays in it, itself included
 * @param around memory beside its text, as {@link TreeSize} counts it
 */
record Extent(long bytes, long compactBytes, long compactChars, int depth, long containers, long around) {}
