package io.patchboard.standalone.run;

/** PatchBoard could not be started. The message is for the person at the terminal; nothing is left running. */
public final class StartFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StartFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
