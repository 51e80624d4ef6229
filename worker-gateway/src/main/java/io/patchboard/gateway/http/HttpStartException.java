package io.patchboard.gateway.http;

/** The server cannot listen. The message says what to do. */
public final class HttpStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HttpStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
