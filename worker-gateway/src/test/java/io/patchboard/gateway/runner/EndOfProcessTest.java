package io.patchboard.gateway.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.config.ProgramLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class EndOfProcessTest {

    private static final ProgramLimits LIMITS = new ProgramLimits(
            OptionalLong.of(512L << 20), Optional.of(Duration.ofSeconds(60)), OptionalLong.of(64), OptionalLong.of(9));

    @Test
    void describe_withLimits_namesTheOneThatWasReached() {
        assertThat(EndOfProcess.describe(0, LIMITS, "out of memory")).isEqualTo("exited with code 0");
        assertThat(EndOfProcess.describe(152, LIMITS, ""))
                .isEqualTo("exited with code 152 (SIGXCPU), having used up its limit of processor time, 60 s");
        assertThat(EndOfProcess.describe(1, LIMITS, "java.lang.OutOfMemoryError"))
                .isEqualTo("exited with code 1, having reached its limit of memory, 512MiB");
        assertThat(EndOfProcess.describe(1, LIMITS, "Too many open files")).endsWith("limit of open files, 64");
        assertThat(EndOfProcess.describe(1, LIMITS, "fork: Resource temporarily unavailable"))
                .endsWith("limit of processes, 9");
        assertThat(EndOfProcess.describe(139, LIMITS, ""))
                .isEqualTo("exited with code 139 (SIGSEGV), perhaps for its limit of memory, 512MiB");
    }

    @Test
    void describe_anEndThatMayHaveOtherReasons_blamesNoLimitForCertain() {
        assertThat(EndOfProcess.describe(1, LIMITS, "KeyError: 'x'")).isEqualTo("exited with code 1");
        assertThat(EndOfProcess.describe(143, LIMITS, "")).isEqualTo("exited with code 143 (SIGTERM)");
        assertThat(EndOfProcess.describe(137, LIMITS, ""))
                .isEqualTo("exited with code 137 (SIGKILL), perhaps for its limit of processor time, 60 s,"
                        + " or of memory, 512MiB");
    }

    @Test
    void describe_withoutLimits_blamesNone() {
        assertThat(EndOfProcess.describe(3, ProgramLimits.NONE, "MemoryError")).isEqualTo("exited with code 3");
        assertThat(EndOfProcess.describe(137, ProgramLimits.NONE, "")).contains("SIGKILL", "killed from outside");
    }
}
