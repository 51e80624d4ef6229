package io.patchboard.kernel.schema;

/** A pattern that the linear-time engine cannot run; the message says why and what to do. */
final class RegexException extends Exception {

    private static final long serialVersionUID = 1L;

    RegexException(String message) {
        super(message);
    }
}
