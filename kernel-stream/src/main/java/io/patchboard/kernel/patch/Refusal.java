package io.patchboard.kernel.patch;

import io.patchboard.json.JsonPointer;

/** An operation cannot be done. Leaves the recursion of {@link PatchApplier}. */
final class Refusal extends Exception {

    private static final long serialVersionUID = 1L;

    enum Kind {
        MISSING,
        TEST,
        LIMIT
    }

    private final Kind kind;
    private final transient JsonPointer pointer;
    private final transient JsonPointer quoted;

    Refusal(Kind kind, JsonPointer pointer, String message) {
        this(kind, pointer, pointer, message);
    }

    /** @param quoted the place whose value the message tells of */
    Refusal(Kind kind, JsonPointer pointer, JsonPointer quoted, String message) {
        super(message, null, false, false);
        this.kind = kind;
        this.pointer = pointer;
        this.quoted = quoted;
    }

    Kind kind() {
        return kind;
    }

    JsonPointer pointer() {
        return pointer;
    }

    JsonPointer quoted() {
        return quoted;
    }
}
