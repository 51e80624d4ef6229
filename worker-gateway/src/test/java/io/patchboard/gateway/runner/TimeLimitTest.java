package io.patchboard.gateway.runner;

import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

final class TimeLimitTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final TimeLimit timeLimit = new TimeLimit(Clock.fixed(NOW, ZoneOffset.UTC), Duration.ofSeconds(30));

    @Test
    void of_farDeadline_ownTimeout() {
        assertThat(limit(NOW.plusSeconds(60))).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void of_nearDeadline_endsALittleBeforeIt() {
        assertThat(limit(NOW.plusSeconds(30))).isEqualTo(Duration.ofMillis(29_500));
        assertThat(limit(NOW.plusMillis(5_001))).isEqualTo(Duration.ofMillis(4_501));
        assertThat(limit(NOW.plusMillis(5_000))).isEqualTo(Duration.ofMillis(4_500));
        assertThat(limit(NOW.plusMillis(4_990))).isEqualTo(Duration.ofMillis(4_491));
        assertThat(limit(NOW.plusMillis(100))).isEqualTo(Duration.ofMillis(90));
    }

    @Test
    void of_pastDeadline_nothingLeft() {
        assertThat(limit(NOW)).isEqualTo(Duration.ZERO);
        assertThat(limit(NOW.minusSeconds(1))).isNegative();
    }

    private Duration limit(Instant deadline) {
        return timeLimit.of(invocation("i-1", "w", deadline, "{}"));
    }
}
