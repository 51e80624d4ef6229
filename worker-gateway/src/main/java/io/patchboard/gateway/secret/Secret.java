package io.patchboard.gateway.secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A key, token or password. It comes from the environment or a file, never from a blueprint or a workers file, and
 * prints as stars: who wants its text has to say {@link #reveal}.
 */
public final class Secret {

    /** What stands where a secret stood. */
    public static final String STARS = "***";

    private static final int LEAST_TO_REDACT = 4;

    private final String value;

    public Secret(String value) {
        this.value = value;
    }

    /**
     * The content of a file, without the line break at its end.
     *
     * @throws IOException if there is no such file, it cannot be read, or nothing stands in it; the message says so
     */
    public static Secret fromFile(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8).strip();
        if (text.isEmpty()) {
            throw new IOException("nothing stands in " + file);
        }
        return new Secret(text);
    }

    /** For a request's header or a MAC, and nothing else. */
    public String reveal() {
        return value;
    }

    /** The text with stars wherever this secret stood in it: other people's error messages like to quote keys. */
    public String redact(String text) {
        return value.length() < LEAST_TO_REDACT ? text : text.replace(value, STARS);
    }

    @Override
    public String toString() {
        return STARS;
    }
}
