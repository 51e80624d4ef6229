package io.patchboard.json;

/**
 * How large a part is.
 *
 * @param bytes of its canonical text in UTF-8; for a run, without brackets and commas
 * @param depth levels of objects and arrays; 0 for scalars
 */
record Extent(long bytes, int depth) {

    static final Extent NONE = new Extent(0, 0);

    Extent plus(long bytesMore, int childDepth) {
        return new Extent(bytes + bytesMore, Math.max(depth, childDepth));
    }

    /** Of the object or array that has these children. */
    Extent enclosed(int children) {
        return new Extent(bytes + 2 + Math.max(0, children - 1), depth + 1);
    }
}
