package io.patchboard.standalone.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether somebody looks at stderr. */
class OutputTest {

    @TempDir
    private Path dir;

    @Test
    void redirectedStderr_isNotShown() throws Exception {
        Path terminal = Files.createSymbolicLink(dir.resolve("a"), Path.of("/dev/pts/3"));
        Path file = Files.createSymbolicLink(dir.resolve("b"), dir.resolve("errors.txt"));
        Path pipe = Files.createSymbolicLink(dir.resolve("c"), Path.of("pipe:[4711]"));

        assertThat(Output.isShown(terminal)).isTrue();
        assertThat(Output.isShown(file)).isFalse();
        assertThat(Output.isShown(pipe)).isFalse();
        assertThat(Output.isShown(dir.resolve("no such system"))).isTrue();
    }
}
