package io.patchboard.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MomentsTest {

    private static final Instant NOW = Instant.parse("2026-01-08T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "12h, 2026-01-08T00:00:00Z",
        "7d, 2026-01-01T12:00:00Z",
        "PT30S, 2026-01-08T11:59:30Z",
        "2025-06-01T00:00:00Z, 2025-06-01T00:00:00Z"
    })
    void parse_timeOrHowLongAgo_isThatMoment(String text, Instant moment) {
        assertThat(Moments.parse(text, NOW)).contains(moment);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2026-01-31", "-5m", "12", "PT2562047788015215H30M"})
    void parse_neither_isNone(String text) {
        assertThat(Moments.parse(text, Instant.MIN.plusSeconds(1))).isEmpty();
    }

    @Test
    void examples_areUnderstood() {
        for (String example : Moments.EXAMPLES.split(",| or ")) {
            assertThat(Moments.parse(example.strip(), NOW)).as(example).isPresent();
        }
    }
}
