package io.patchboard.text;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Reads moments of the past as people write them: as a time in UTC, or as how long ago they were. */
public final class Moments {

    public static final String EXAMPLES = "2026-01-31T12:00:00Z, 12h or 7d";

    private Moments() {}

    /** Absent if it is neither. */
    public static Optional<Instant> parse(String text, Instant now) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            return Durations.parse(text).filter(ago -> !ago.isNegative()).flatMap(ago -> before(now, ago));
        }
    }

    /** Absent if it is longer ago than a time can tell. */
    private static Optional<Instant> before(Instant now, Duration ago) {
        try {
            return Optional.of(now.minus(ago));
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
