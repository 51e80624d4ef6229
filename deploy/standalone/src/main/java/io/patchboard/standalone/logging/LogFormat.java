package io.patchboard.standalone.logging;

import ch.qos.logback.core.PropertyDefinerBase;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The appender of {@code logback.xml} that {@code PATCHBOARD_LOG_FORMAT} asks for: {@code text} or {@code json}. */
public final class LogFormat extends PropertyDefinerBase {

    private static final String VARIABLE = "PATCHBOARD_LOG_FORMAT";
    private static final String TEXT = "text";
    private static final List<String> KNOWN = List.of(TEXT, "json");

    @Override
    public String getPropertyValue() {
        return asked(System.getenv()).filter(KNOWN::contains).orElse(TEXT);
    }

    /** What is wrong with it, if something is. */
    public static Optional<String> problem(Map<String, String> environment) {
        return asked(environment)
                .filter(asked -> !KNOWN.contains(asked))
                .map(asked -> "Expected text or json in " + VARIABLE + ", but found \"" + asked + "\".");
    }

    private static Optional<String> asked(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE)).map(String::strip).filter(asked -> !asked.isEmpty());
    }
}
