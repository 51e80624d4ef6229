package io.patchboard.calls;

import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * How long an endpoint wants to be left alone: seconds, a date (RFC 9110), or milliseconds as OpenAI says it, too. A
 * day at most, so that nobody has to count with years.
 */
public final class RetryAfter {

    private static final Duration LONGEST = Duration.ofDays(1);

    private RetryAfter() {}

    public static Optional<Duration> read(HttpHeaders headers, Clock clock) {
        return headers.firstValue("retry-after-ms")
                .flatMap(text -> number(text, 1))
                .or(() -> headers.firstValue("retry-after")
                        .flatMap(text -> number(text, 1_000).or(() -> date(text, clock))))
                .map(wait -> wait.compareTo(LONGEST) > 0 ? LONGEST : wait)
                .filter(wait -> !wait.isNegative());
    }

    private static Optional<Duration> number(String text, int millis) {
        try {
            double value = Double.parseDouble(text.strip());
            return Double.isFinite(value)
                    ? Optional.of(Duration.ofMillis((long) Math.min(value * millis, (double) LONGEST.toMillis())))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> date(String text, Clock clock) {
        try {
            ZonedDateTime date = ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME);
            return Optional.of(Duration.between(clock.instant(), date.toInstant()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
