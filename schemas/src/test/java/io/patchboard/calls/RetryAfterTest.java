package io.patchboard.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RetryAfterTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-05T09:00:00Z"), ZoneOffset.UTC);

    @Test
    void read_secondsMillisecondsOrDate_duration() {
        assertThat(read("retry-after", "2")).contains(Duration.ofSeconds(2));
        assertThat(read("retry-after", "0.5")).contains(Duration.ofMillis(500));
        assertThat(read("retry-after-ms", "1250")).contains(Duration.ofMillis(1250));
        assertThat(read("retry-after", "Mon, 5 Jan 2026 09:00:30 GMT")).contains(Duration.ofSeconds(30));
    }

    @Test
    void read_nothingUsable_absent() {
        assertThat(read("x", "2")).isEmpty();
        assertThat(read("retry-after", "soon")).isEmpty();
        assertThat(read("retry-after", "-5")).isEmpty();
        assertThat(read("retry-after", "NaN")).isEmpty();
        assertThat(read("retry-after", "Mon, 5 Jan 2026 08:59:00 GMT")).isEmpty();
    }

    @Test
    void read_longerThanAnybodyWaits_aDay() {
        assertThat(read("retry-after", "1e300")).contains(Duration.ofDays(1));
        assertThat(read("retry-after", "Tue, 5 Jan 2027 09:00:00 GMT")).contains(Duration.ofDays(1));
    }

    private static Optional<Duration> read(String name, String value) {
        return RetryAfter.read(HttpHeaders.of(Map.of(name, List.of(value)), (any, other) -> true), CLOCK);
    }
}
