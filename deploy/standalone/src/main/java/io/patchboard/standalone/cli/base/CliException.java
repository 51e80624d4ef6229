package io.patchboard.standalone.cli.base;

/** Ends a command with a sentence on stderr and an exit code. */
public final class CliException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /** @param message a whole sentence: what was expected, what was found, what to do */
    public CliException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** With {@link ExitCodes#FAILED}. */
    public static CliException failed(String message) {
        return new CliException(ExitCodes.FAILED, message);
    }

    public static CliException unknownBoard(String message) {
        return new CliException(ExitCodes.UNKNOWN_BOARD, message);
    }

    public int exitCode() {
        return exitCode;
    }
}
