package io.patchboard.standalone.logging;

import ch.qos.logback.core.PropertyDefinerBase;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The level that {@code PATCHBOARD_LOG} asks for; {@code logback.xml} takes one that it does not know for DEBUG. */
public final class LogLevel extends PropertyDefinerBase {

    private static final String VARIABLE = "PATCHBOARD_LOG";
    private static final List<String> KNOWN = List.of("ERROR", "WARN", "INFO", "DEBUG", "TRACE", "OFF");

    private String otherwise = "WARN";

    /** The level where none is asked for. */
    public void setOtherwise(String level) {
        this.otherwise = level;
    }

    @Override
    public String getPropertyValue() {
        return level(System.getenv(), otherwise);
    }

    static String level(Map<String, String> environment, String otherwise) {
        return asked(environment).orElse(otherwise);
    }

    /** What is wrong with it, if something is. */
    public static Optional<String> problem(Map<String, String> environment) {
        return asked(environment)
                .filter(asked -> !KNOWN.contains(asked.toUpperCase(Locale.ROOT)))
                .map(asked -> "Expected ERROR, WARN, INFO or DEBUG in " + VARIABLE + ", but found \"" + asked + "\".");
    }

    private static Optional<String> asked(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE)).map(String::strip).filter(asked -> !asked.isEmpty());
    }
}
