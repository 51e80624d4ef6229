package io.patchboard.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTroubleTest {

    @TempDir
    private Path dir;

    private static String of(ThrowingCallable failing) {
        return FileTrouble.of((Exception) Assertions.catchThrowable(failing));
    }

    @Test
    void whatTheSystemRefuses_isSaidInWords() throws IOException {
        Path file = Files.write(dir.resolve("file"), new byte[] {(byte) 0xff});
        Path missing = dir.resolve("missing");

        assertThat(of(() -> Files.readString(missing))).isEqualTo("there is no " + missing);
        assertThat(of(() -> Files.createDirectories(file))).isEqualTo("a file " + file + " is in the way");
        assertThat(of(() -> Files.writeString(file.resolve("below"), "")))
                .isEqualTo("something on the way to " + file.resolve("below") + " is no directory");
        assertThat(of(() -> Files.readString(dir))).isEqualTo("it is a directory");
        assertThat(of(() -> Files.readString(file))).isEqualTo("it is no text in UTF-8");
        assertThat(of(() -> Files.delete(dir))).isEqualTo(dir + " is a directory that is not empty");
    }

    @Test
    void ofAFileInADirectoryThatIsMissing_theDirectoryIsNamed() {
        Path directory = dir.resolve("missing");

        assertThat(of(() -> Files.writeString(directory.resolve("below").resolve("report.xml"), "")))
                .isEqualTo("there is no directory " + directory);
    }

    @Test
    void otherTrouble_isQuoted_andSaidWithoutItsClass() {
        assertThat(FileTrouble.of(new IOException("Input/output error"))).isEqualTo("it failed (input/output error)");
        assertThat(FileTrouble.of(new UncheckedIOException(new IOException("EOF in a record."))))
                .isEqualTo("it failed (EOF in a record)");
        assertThat(FileTrouble.of(new IOException())).isEqualTo("it failed");
    }
}
