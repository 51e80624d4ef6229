package io.patchboard.standalone.cli.base;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them ({@code 30s}, {@code 5m}, {@code 1h30m}) and as ISO 8601 does ({@code PT30S}). */
public final class DurationConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
        String upper = text.strip().toUpperCase(Locale.ROOT);
        try {
            Duration duration = Duration.parse(upper.startsWith("P") ? upper : "PT" + upper);
            if (duration.isNegative() || duration.isZero()) {
                throw new TypeConversionException("Expected a duration above zero, but got \"" + text + "\".");
            }
            return duration;
        } catch (DateTimeParseException e) {
            throw new TypeConversionException(
                    "Expected a duration such as 30s, 5m or PT30S, but got \"" + text + "\".");
        }
    }
}
