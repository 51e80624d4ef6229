package io.patchboard.json;

/**
 * How large a part is.
 *
 * @param bytes of its canonical text in UTF-8; for a run, without brackets and commas
 * @param depth levels of objects and arrays; 0 for scalars
 * @param containers objects and arrays in it, itself included
 */
record Extent(long bytes, int depth, long containers) {

    /** Of the object or array that has these children. */
    Extent enclosed(int children) {
        return new Extent(bytes + 2 + Math.max(0, children - 1), depth + 1, containers + 1);
    }
}
