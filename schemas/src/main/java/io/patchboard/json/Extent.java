package io.patchboard.json;

/**
 * How large a part is; of a run, without brackets and commas.
 *
 * @param bytes as {@link Json#canonicalBytes}
 * @param compactBytes as {@link Json#compactBytes}
 * @param compactChars as {@link Json#compactChars}
 * @param depth levels of objects and arrays; 0 for scalars
 * @param containers objects and arrays in it, itself included
 */
record Extent(long bytes, long compactBytes, long compactChars, int depth, long containers) {

    /** Of the object or array that has these children. */
    Extent enclosed(int children) {
        int around = 2 + Math.max(0, children - 1);
        return new Extent(bytes + around, compactBytes + around, compactChars + around, depth + 1, containers + 1);
    }
}
