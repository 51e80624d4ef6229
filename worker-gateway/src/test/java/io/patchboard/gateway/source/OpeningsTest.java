package io.patchboard.gateway.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class OpeningsTest {

    private final Openings openings = new Openings();
    private long now = 1;

    @Test
    void allowed_nothingFailed_allThatAreMissing() {
        assertThat(openings.allowed(7, now)).isEqualTo(7);
        assertThat(openings.allowed(-2, now)).isZero();
    }

    @Test
    void failures_oneAtATimeWithPausesThatDouble() {
        Duration pause = Openings.SHORTEST_PAUSE;
        openings.failed(now);
        openings.failed(now);
        for (int i = 0; i < 8; i++) {
            now += pause.toNanos() - 1;
            assertThat(openings.allowed(7, now)).as("before %s", pause).isZero();
            now++;
            assertThat(openings.allowed(7, now)).as("after %s", pause).isEqualTo(1);
            assertThat(openings.allowed(6, now)).isZero();
            openings.failed(now);
            Duration doubled = pause.multipliedBy(2);
            pause = doubled.compareTo(Openings.LONGEST_PAUSE) < 0 ? doubled : Openings.LONGEST_PAUSE;
        }
        assertThat(pause).isEqualTo(Openings.LONGEST_PAUSE);
    }

    @Test
    void allowed_theOneThatWasTriedLives_theNextOne() {
        openings.failed(now);
        now += Openings.SHORTEST_PAUSE.toNanos();
        assertThat(openings.allowed(7, now)).isEqualTo(1);
        now += Openings.PROVEN.toNanos();
        assertThat(openings.allowed(6, now)).isEqualTo(1);
        assertThat(openings.allowed(5, now)).isZero();
    }

    @Test
    void allowed_noFailureForLong_allThatAreMissing() {
        openings.failed(now);
        now += Openings.CALM.toNanos() - 1;
        assertThat(openings.allowed(7, now)).isEqualTo(1);
        now += Openings.PROVEN.toNanos();
        assertThat(openings.allowed(6, now)).isEqualTo(6);
    }
}
