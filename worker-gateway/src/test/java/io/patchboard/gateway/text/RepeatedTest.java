package io.patchboard.gateway.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RepeatedTest {

    @Test
    void sameFailure_toldOnceInHalfAMinute_andAnotherAtOnce() {
        AtomicLong now = new AtomicLong(-5);
        Repeated failures = new Repeated(now::get);

        assertThat(failures.isWorthALine("away")).isTrue();
        assertThat(failures.isWorthALine("away")).isFalse();
        assertThat(failures.isWorthALine("refused")).isTrue();
        now.addAndGet(Repeated.BETWEEN_LINES.toNanos() - 1);
        assertThat(failures.isWorthALine("refused")).isFalse();
        now.incrementAndGet();
        assertThat(failures.isWorthALine("refused")).isTrue();
    }
}
