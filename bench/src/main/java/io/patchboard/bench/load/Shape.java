package io.patchboard.bench.load;

/** How a state holds its many items. */
public enum Shape {
    /** In an array, as {@code /claims/17}. */
    LIST,
    /** In an object, by their ids, as {@code /claims/c000017}. */
    KEYED
}
