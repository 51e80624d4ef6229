package io.patchboard.standalone.sources;

/** Something that a source needs is away for now: the event waits, and those behind it. */
public final class UnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    /** @param message what was expected, and what was found */
    public UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }

    public UnavailableException(String message) {
        super(message);
    }
}
