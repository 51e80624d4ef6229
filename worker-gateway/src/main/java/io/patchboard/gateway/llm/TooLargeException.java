package io.patchboard.gateway.llm;

import java.io.IOException;

/** A response has more bytes than anybody wants to read. */
final class TooLargeException extends IOException {

    private static final long serialVersionUID = 1L;

    TooLargeException(int limit) {
        super("it has more than " + limit + " bytes");
    }
}
