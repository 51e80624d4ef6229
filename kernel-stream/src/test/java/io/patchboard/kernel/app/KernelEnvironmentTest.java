package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class KernelEnvironmentTest {

    private static Map<String, String> with(String secret) {
        return Map.of(
                "PATCHBOARD_BOOTSTRAP_SERVERS",
                "localhost:9092",
                "PATCHBOARD_STATE_DIR",
                "unused",
                "PATCHBOARD_SECRET",
                secret);
    }

    @Test
    void secretThatIsTooShort_isToldBeforeAnythingIsConnected() {
        assertThatThrownBy(() -> KernelEnvironment.read(with("short")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 16 bytes in PATCHBOARD_SECRET")
                .hasMessageContaining("but there are 5");
    }
}
