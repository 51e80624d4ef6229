package io.patchboard.standalone.read;

/** Bytes that are no log entry. */
public final class UnreadableEntryException extends Exception {

    private static final long serialVersionUID = 1L;

    public UnreadableEntryException(String message) {
        super(message);
    }
}
