package io.patchboard.kernel.patch;

import io.patchboard.json.JsonPointer;

/** A value that is not a JSON Patch, or is over a limit. */
public final class PatchSyntaxException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String code;
    private final transient JsonPointer pointer;

    PatchSyntaxException(String code, JsonPointer pointer, String message) {
        super(message);
        this.code = code;
        this.pointer = pointer;
    }

    /**
     * One of {@code notAnArray}, {@code notAnObject}, {@code missingMember}, {@code unknownOperation}, {@code pointer},
     * {@code moveIntoChild}, {@code maxOperations}, {@code maxBytes}.
     */
    public String code() {
        return code;
    }

    /** The offending place inside the patch, such as {@code /0/path}. */
    public JsonPointer pointer() {
        return pointer;
    }
}
