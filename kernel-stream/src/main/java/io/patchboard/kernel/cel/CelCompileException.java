package io.patchboard.kernel.cel;

/** An expression that is not CEL, or uses what is not there; the message has line and column of each error. */
public final class CelCompileException extends Exception {

    private static final long serialVersionUID = 1L;

    CelCompileException(String message) {
        super(message);
    }
}
