package io.patchboard.standalone.logging;

import ch.qos.logback.core.PropertyDefinerBase;
import java.util.Optional;

/** The appender of {@code logback.xml} that {@code PATCHBOARD_LOG_FORMAT} asks for: {@code text} or {@code json}. */
public final class LogFormat extends PropertyDefinerBase {

    private static final String VARIABLE = "PATCHBOARD_LOG_FORMAT";
    private static final String TEXT = "text";

    @Override
    public String getPropertyValue() {
        String asked = Optional.ofNullable(System.getenv(VARIABLE)).orElse("").strip();
        if (asked.isEmpty() || asked.equals(TEXT) || asked.equals("json")) {
            return asked.isEmpty() ? TEXT : asked;
        }
        System.err.println("Expected text or json in " + VARIABLE + ", but found \"" + asked + "\". The log is text.");
        return TEXT;
    }
}
