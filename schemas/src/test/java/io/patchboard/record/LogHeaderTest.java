package io.patchboard.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LogHeaderTest {

    @Test
    void format_isWhatTheLibrarySays() {
        DateTimeFormatter library =
                new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
        Random random = new Random(15);
        for (int i = 0; i < 20_000; i++) {
            Instant time = Instant.ofEpochSecond(
                    random.nextLong(-70_000_000_000L, 260_000_000_000L), random.nextInt(1_000_000_000));

            assertThat(LogHeader.format(time)).isEqualTo(library.format(time));
        }
        assertThat(LogHeader.format(Instant.MAX)).isEqualTo(library.format(Instant.MAX));
        assertThat(LogHeader.format(Instant.MIN)).isEqualTo(library.format(Instant.MIN));
    }

    @Test
    void parse_isTheOppositeOfFormat() {
        Random random = new Random(14);
        for (int i = 0; i < 100_000; i++) {
            Instant time = Instant.ofEpochMilli(random.nextLong(-62_167_219_200_000L, 253_402_300_800_000L));

            assertThat(LogHeader.parse(LogHeader.format(time))).isEqualTo(time);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-02T03:04:05Z",
                "2026-01-02T03:04:05.123456Z",
                "2026-01-02T24:00:00.000Z",
                "2024-02-29T23:59:59.999Z",
                "2026-01-02t03:04:05.678z",
                "+12026-01-02T03:04:05.1Z",
                "2026-01-02T03:04+01:00:00"
            })
    void parse_isWhatTheLibrarySays(String text) {
        Instant expected;
        try {
            expected = Instant.parse(text);
        } catch (DateTimeException e) {
            assertThatThrownBy(() -> LogHeader.parse(text)).isInstanceOf(DateTimeException.class);
            return;
        }
        assertThat(LogHeader.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-02-29T03:04:05.678Z",
                "2026-13-01T03:04:05.678Z",
                "2026-01-02T25:04:05.678Z",
                "2026-01-02T03:60:05.678Z",
                "2026-01-02T03:04:05.67xZ",
                "2026-01-02 03:04:05.678Z",
                ""
            })
    void parse_noInstant_isRefused(String text) {
        assertThatThrownBy(() -> LogHeader.parse(text)).isInstanceOf(DateTimeException.class);
    }
}
