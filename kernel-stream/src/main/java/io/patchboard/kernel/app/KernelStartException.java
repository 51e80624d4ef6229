package io.patchboard.kernel.app;

/** The kernel could not start; the message says what to do. */
public final class KernelStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    KernelStartException(String message) {
        super(message);
    }

    KernelStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
