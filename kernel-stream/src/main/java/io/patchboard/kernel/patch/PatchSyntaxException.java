package io.patchboard.kernel.patch;

import io.patchboard.json.JsonPointer;
import io.patchboard.record.RejectionCode;

/** A value that is not a JSON Patch, or is over a limit. */
public final class PatchSyntaxException extends Exception {

    private static final long serialVersionUID = 1L;

    private final RejectionCode code;
    private final transient JsonPointer pointer;

    PatchSyntaxException(RejectionCode code, JsonPointer pointer, String message) {
        super(message);
        this.code = code;
        this.pointer = pointer;
    }

    public RejectionCode code() {
        return code;
    }

    /** The offending place inside the patch, such as {@code /0/path}. */
    public JsonPointer pointer() {
        return pointer;
    }
}
