package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InstanceIdTest {

    @TempDir
    Path dir;

    @Test
    void of_sameDirectory_isTheSame() {
        Path stateDir = dir.resolve("a/b");

        String id = InstanceId.of(stateDir);

        assertThat(UUID.fromString(id)).hasToString(id);
        assertThat(InstanceId.of(stateDir)).isEqualTo(id);
    }

    /** Also what is no UTF-8, as a disk that was not told in time may hold. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\0\0\0\0\0\0\0\0", "\u00ff\u00fe\u0080", "0f8fad5b-d9cb-469f-a165-7086772895"})
    void of_fileThatHoldsNoWholeId_isMadeAnew(String left) throws Exception {
        Path file = dir.resolve("instance-id");
        Files.writeString(file, left, StandardCharsets.ISO_8859_1);

        String id = InstanceId.of(dir);

        assertThat(UUID.fromString(id)).hasToString(id);
        assertThat(Files.readString(file)).isEqualTo(id);
    }

    @Test
    void of_placeThatCannotBeWritten_isToldWithItsName() throws Exception {
        Path stateDir = Files.writeString(dir.resolve("file"), "").resolve("streams");

        assertThatThrownBy(() -> InstanceId.of(stateDir))
                .isInstanceOf(KernelStartException.class)
                .hasMessageContaining("Expected a state directory that can be written at " + stateDir);
    }
}
