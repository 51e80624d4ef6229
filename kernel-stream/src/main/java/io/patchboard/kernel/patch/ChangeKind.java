package io.patchboard.kernel.patch;

/** How a place in the state changed. */
public enum ChangeKind {
    ADD,
    REPLACE,
    REMOVE
}
