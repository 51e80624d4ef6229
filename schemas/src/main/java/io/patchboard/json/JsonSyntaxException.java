package io.patchboard.json;

/** Text that is not JSON, or is over a limit. The message says what was expected, what was found and where. */
public final class JsonSyntaxException extends Exception {

    private static final long serialVersionUID = 1L;

    public JsonSyntaxException(String message) {
        super(message);
    }
}
