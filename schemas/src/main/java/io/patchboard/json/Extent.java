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
record Extent(long bytes, long compactBytes, long compactChars, int depth, long containers, long around) {

    /** Of the object or array that has these children, and takes so much memory itself. */
    Extent enclosed(int children, int own) {
        int punctuation = 2 + Math.max(0, children - 1);
        return new Extent(
                bytes + punctuation,
                compactBytes + punctuation,
                compactChars + punctuation,
                depth + 1,
                containers + 1,
                around + own + (bytes > MerkleText.SHORT ? TreeSize.KEPT : 0));
    }
}
