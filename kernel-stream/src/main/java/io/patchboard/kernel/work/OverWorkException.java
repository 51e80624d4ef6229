package io.patchboard.kernel.work;

/** A decision would take more work than it may; the message says what took the most of it, and what to do. */
public final class OverWorkException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public OverWorkException(String message) {
        super(message, null, false, false);
    }
}
