package io.patchboard.standalone.mcp.board;

/** What was asked for cannot be had; the message, which a model reads, says what would do. */
public final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String detail;

    RefusedException(String message) {
        this(0, message, message);
    }

    /**
     * @param status that the server answered; 0 if it did not
     * @param detail what it said, without what to do next
     */
    RefusedException(int status, String message, String detail) {
        super(message);
        this.status = status;
        this.detail = detail;
    }

    /** What the server answered; 0 if it did not, or nothing that can be read. */
    public int status() {
        return status;
    }

    /** What is wrong, for whoever knows what to do next. */
    public String detail() {
        return detail;
    }
}
