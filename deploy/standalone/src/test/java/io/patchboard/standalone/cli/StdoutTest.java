package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a command prints reaches nobody. */
class StdoutTest {

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String failure, String... args) {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException(failure);
            }
        };
        return PatchBoard.run(broken, err, args);
    }

    @Test
    void fullFileSystem_isToldAndIsNoSuccess() {
        assertThat(run("No space left on device", "schema", "blueprint")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("Expected to write to stdout, but it failed (no space left on device).")
                .hasLineCount(1);
    }

    @Test
    void readerThatHasEnough_isNoFailure() {
        assertThat(run("Broken pipe", "schema", "blueprint")).isZero();
        assertThat(err.size()).isZero();
    }
}
