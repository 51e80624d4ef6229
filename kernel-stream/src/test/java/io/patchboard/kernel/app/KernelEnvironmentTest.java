package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    void namesThatKafkaDoesNotTake_areToldByTheirVariable() {
        Map<String, String> prefix = new HashMap<>(with("0123456789abcdef"));
        prefix.put("PATCHBOARD_PREFIX", "my board.");
        Map<String, String> queues = new HashMap<>(with("0123456789abcdef"));
        queues.put("PATCHBOARD_QUEUES", "llm, a.b");

        assertThatThrownBy(() -> KernelEnvironment.read(prefix))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("in PATCHBOARD_PREFIX, but got \"my board.\".");
        assertThatThrownBy(() -> KernelEnvironment.read(queues))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("in PATCHBOARD_QUEUES, but got \"a.b\".");
        queues.put("PATCHBOARD_QUEUES", "llm, llm,default ");
        assertThat(KernelEnvironment.read(queues).queues()).containsExactlyInAnyOrder("llm", "default");
    }

    @Test
    void secretThatIsTooShort_isToldBeforeAnythingIsConnected() {
        assertThatThrownBy(() -> KernelEnvironment.read(with("short")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 16 bytes in PATCHBOARD_SECRET")
                .hasMessageContaining("but there are 5");
    }

    @Test
    void directoryThatCannotBeMade_isToldByItsVariable(@TempDir Path dir) throws Exception {
        Path file = Files.writeString(dir.resolve("file"), "");
        Map<String, String> variables = new HashMap<>(with("0123456789abcdef"));
        variables.put("PATCHBOARD_STATE_DIR", file.resolve("streams").toString());

        assertThatThrownBy(() -> KernelEnvironment.read(variables))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in PATCHBOARD_STATE_DIR, but " + file.resolve("streams") + " cannot be made");
        variables.put("PATCHBOARD_STATE_DIR", dir.resolve("a/b").toString());
        assertThat(KernelEnvironment.read(variables).stateDir()).doesNotExist();
    }

    @Test
    void settingsOfARegistry_thatNobodyWouldRead_areRefused() {
        Map<String, String> variables = new HashMap<>(with("0123456789abcdef"));
        for (String name : new String[] {"USER", "PASSWORD", "PASSWORD_FILE", "SUBJECTS"}) {
            Map<String, String> lone = new HashMap<>(variables);
            lone.put("PATCHBOARD_REGISTRY_" + name, "topic");
            assertThatThrownBy(() -> KernelEnvironment.read(lone))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Expected the environment variable PATCHBOARD_REGISTRY_URL with PATCHBOARD_REGISTRY_"
                            + name + ", but it is not set.");
        }
        variables.put("PATCHBOARD_REGISTRY_URL", "http://registry:8081");
        variables.put("PATCHBOARD_REGISTRY_PASSWORD", "secret");
        assertThatThrownBy(() -> KernelEnvironment.read(variables))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Expected the environment variable PATCHBOARD_REGISTRY_USER with"
                        + " PATCHBOARD_REGISTRY_PASSWORD, but it is not set.");
        variables.put("PATCHBOARD_REGISTRY_USER", "kernel");
        assertThat(KernelEnvironment.read(variables).registry()).isPresent();
    }
}
