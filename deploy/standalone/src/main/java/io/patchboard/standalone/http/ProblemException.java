package io.patchboard.standalone.http;

import io.javalin.http.HttpStatus;

/** A request that cannot be answered as asked; becomes a problem document. */
final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;

    ProblemException(HttpStatus status, String detail) {
        super(detail);
        this.status = status;
    }

    HttpStatus status() {
        return status;
    }
}
