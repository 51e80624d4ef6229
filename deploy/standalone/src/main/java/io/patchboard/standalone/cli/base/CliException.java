package io.patchboard.standalone.cli.base;

import io.patchboard.registry.RegistryConfig;
import io.patchboard.standalone.screen.Text;

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

    /** @param records how many cannot be read */
    public static CliException needsRegistry(long records) {
        return failed("Not all could be read: " + Text.counted(records, "record was", "records were")
                + " written with a Schema Registry, and "
                + RegistryConfig.URL_PROPERTY + " is not among the settings. Name it in a file of --config.");
    }

    /** @param prefix what the names of the topics were expected to begin with */
    public static CliException noLog(String prefix) {
        return failed("Expected a log, but there is no topic " + prefix + "committed, " + prefix + "rejected or "
                + prefix + "invocations.*, or these credentials may not see it. Name another beginning with --prefix.");
    }

    public static CliException unknownBoard(String message) {
        return new CliException(ExitCodes.UNKNOWN_BOARD, message);
    }

    public int exitCode() {
        return exitCode;
    }
}
