package io.patchboard.record;

/** A record whose fields are not those of the contract. */
public class FieldException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String pointer;

    public FieldException(String pointer, String message) {
        super(message);
        this.pointer = pointer;
    }

    /** JSON Pointer to the field. */
    public String pointer() {
        return pointer;
    }
}
