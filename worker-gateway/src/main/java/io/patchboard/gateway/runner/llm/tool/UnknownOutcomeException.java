package io.patchboard.gateway.runner.llm.tool;

/** A tool was called that does something, and whether it did it cannot be found out. The message is for a person. */
public final class UnknownOutcomeException extends Exception {

    private static final long serialVersionUID = 1L;

    UnknownOutcomeException(String message) {
        super(message);
    }
}
