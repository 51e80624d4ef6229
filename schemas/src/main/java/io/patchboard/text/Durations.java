package io.patchboard.text;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * Durations as people write them ({@code 30s}, {@code 5m}, {@code 1h30m}, {@code 2d}) and as ISO 8601 does
 * ({@code PT30S}), the same in blueprints, workers files, options and requests.
 */
public final class Durations {

    /** What a message shows of how they are written. */
    public static final String EXAMPLES = "30s, 5m, 1h30m or PT30S";

    private static final Pattern SHORT =
            Pattern.compile("(\\d{1,9}D)?((?:\\d{1,9}H)?(?:\\d{1,9}M)?(?:\\d{1,9}(?:\\.\\d{1,9})?S)?)");

    private Durations() {}

    /** Empty if the text is none. */
    public static Optional<Duration> parse(String text) {
        String upper = text.strip().toUpperCase(Locale.ROOT);
        try {
            return Optional.of(Duration.parse(iso(upper)));
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** As messages say one: {@code 2.65 s}, {@code 90 s}, {@code 5 min}, {@code 1 h 30 min}, {@code 7 d}. */
    public static String spoken(Duration duration) {
        if (duration.compareTo(Duration.ofMinutes(2)) < 0) {
            BigDecimal seconds = BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros();
            return seconds.toPlainString() + " s";
        }
        StringJoiner parts = new StringJoiner(" ");
        add(parts, duration.toDaysPart(), "d");
        add(parts, duration.toHoursPart(), "h");
        add(parts, duration.toMinutesPart(), "min");
        add(parts, duration.toSecondsPart(), "s");
        return parts.toString();
    }

    private static void add(StringJoiner parts, long count, String unit) {
        if (count > 0) {
            parts.add(count + " " + unit);
        }
    }

    private static String iso(String upper) {
        var parts = SHORT.matcher(upper);
        if (upper.isEmpty() || !parts.matches()) {
            return upper;
        }
        String days = parts.group(1) == null ? "" : parts.group(1);
        return "P" + days + (parts.group(2).isEmpty() ? "" : "T" + parts.group(2));
    }
}
