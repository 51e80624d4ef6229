package io.patchboard.standalone.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.jvm.ChildJvm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code up} that is asked to stop while it starts. */
class UpInterruptedTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Test
    void exitCode_saysWhetherItWasReady(@TempDir Path dir) throws Exception {
        Path data = dir.resolve("data");
        Process up = new ProcessBuilder(ChildJvm.running(
                        PatchBoard.class, "up", "--data-dir", data.toString(), "--kafka-port", "0", "--http-port", "0"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            await().atMost(PATIENCE).until(() -> Files.exists(data));
            up.toHandle().destroy();
            String said = new String(up.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            // However fast it was.
            assertThat(up.waitFor()).isEqualTo(said.startsWith("ready") ? 0 : 130);
        } finally {
            up.destroyForcibly();
        }
    }
}
