package io.patchboard.standalone.mcp.board;

/** What was asked for cannot be had; the message, which a model reads, says what would do. */
final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
        super(message);
    }
}
