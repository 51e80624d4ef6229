package io.patchboard.standalone.blueprint;

import java.util.Optional;

/** A text that is neither YAML nor JSON, or uses what JSON has no word for. */
public final class BlueprintSyntaxException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int line;

    /** @param line where it is known */
    public BlueprintSyntaxException(String message, Optional<Integer> line) {
        super(message);
        this.line = line.orElse(0);
    }

    /** Where it is known; the message may name it too. */
    public Optional<Integer> line() {
        return line > 0 ? Optional.of(line) : Optional.empty();
    }
}
