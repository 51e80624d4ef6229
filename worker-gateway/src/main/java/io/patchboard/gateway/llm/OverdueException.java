package io.patchboard.gateway.llm;

import java.io.IOException;

/** The time for a response was over. */
final class OverdueException extends IOException {

    private static final long serialVersionUID = 1L;

    OverdueException() {
        super("there was none in time");
    }
}
