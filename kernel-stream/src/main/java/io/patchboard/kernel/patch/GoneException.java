package io.patchboard.kernel.patch;

import io.patchboard.json.JsonPointer;

/** What a pointer of a patch means is not there any more. Leaves the search of {@link Rebase}. */
final class GoneException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient JsonPointer pointer;
    private final transient JsonPointer then;

    /**
     * Of one pointer.
     *
     * @param pointer as sent
     * @param then what is gone, in the older document
     */
    GoneException(JsonPointer pointer, JsonPointer then) {
        super(null, null, false, false);
        this.pointer = pointer;
        this.then = then;
    }

    JsonPointer pointer() {
        return pointer;
    }

    JsonPointer then() {
        return then;
    }
}
