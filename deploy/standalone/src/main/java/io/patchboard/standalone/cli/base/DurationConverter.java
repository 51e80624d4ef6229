package io.patchboard.standalone.cli.base;

import io.patchboard.text.Durations;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them ({@code 30s}, {@code 5m}, {@code 1h30m}) and as ISO 8601 does ({@code PT30S}). */
public final class DurationConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
        Duration duration = Durations.parse(text)
                .orElseThrow(() -> new TypeConversionException(
                        "Expected a duration such as " + Durations.EXAMPLES + ", but got \"" + text + "\"."));
        if (duration.isNegative() || duration.isZero()) {
            throw new TypeConversionException("Expected a duration above zero, but got \"" + text + "\".");
        }
        return duration;
    }
}
