package io.patchboard.standalone.logging;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The level that {@code PATCHBOARD_LOG} asks for; {@code logback.xml} takes one that it does not know for DEBUG. */
public final class LogLevel {

    private static final String VARIABLE = "PATCHBOARD_LOG";
    private static final List<String> KNOWN = List.of("ERROR", "WARN", "INFO", "DEBUG", "TRACE", "OFF");

    private LogLevel() {}

    /** What is wrong with it, if something is. */
    public static Optional<String> problem(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE))
                .filter(asked -> !KNOWN.contains(asked.toUpperCase(Locale.ROOT)))
                .map(asked -> "Expected ERROR, WARN, INFO or DEBUG in " + VARIABLE + ", but found \"" + asked + "\".");
    }
}
