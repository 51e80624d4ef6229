package io.patchboard.standalone.cli.blob;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.BlobHandle;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.cli.base.ExceptionMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Where the bytes of a blob go, and what is left where they do not all get there. */
class GetBlobTest {

    @TempDir
    private Path dir;

    private String blobs;
    private String sha256;

    @BeforeEach
    void put() throws IOException {
        blobs = dir.resolve("blobs").toString();
        Path file = Files.write(dir.resolve("page"), new byte[200_000]);
        Cli put = Cli.run("blob", "put", file.toString(), "--blobs", blobs);
        sha256 = BlobHandle.of(put.json()).orElseThrow().sha256();
    }

    /** The exit code, and then what is said. */
    private String toStdoutThatFails(String failure) {
        StringWriter err = new StringWriter();
        CommandLine get = new CommandLine(new GetBlob(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException(failure);
            }
        }));
        get.setErr(new PrintWriter(err)).setExecutionExceptionHandler(new ExceptionMapper());
        return get.execute(sha256, "--blobs", blobs) + err.toString();
    }

    @Test
    void readerThatHasEnough_isNoFailure_andAFullDiskIs() {
        assertThat(toStdoutThatFails("Broken pipe")).isEqualTo("0");
        assertThat(toStdoutThatFails("No space left on device"))
                .isEqualTo("1Expected to get blob " + sha256 + ", but it failed (no space left on device).\n");
    }

    @Test
    void bytesWithAnotherHash_leaveTheFileAsItWas() throws IOException {
        Path folder = Files.createDirectory(dir.resolve("out"));
        Path target = Files.writeString(folder.resolve("page.png"), "before");
        String[] get = {"blob", "get", sha256, "--blobs", blobs, "--output", target.toString()};
        Path stored =
                dir.resolve("blobs/objects").resolve(sha256.substring(0, 2)).resolve(sha256);
        byte[] whole = Files.readAllBytes(stored);
        byte[] damaged = whole.clone();
        damaged[100_000] = 1;
        Files.delete(stored);
        Files.write(stored, damaged);

        assertThat(Cli.run(get).exitCode()).isEqualTo(1);
        assertThat(target).hasContent("before");

        Files.write(stored, whole);
        assertThat(Cli.run(get).exitCode()).isZero();
        assertThat(target).hasBinaryContent(whole);
        assertThat(folder)
                .isDirectoryContaining(target::equals)
                .isDirectoryNotContaining(other -> !other.equals(target));
    }

    @Test
    void deviceOrPipe_isWrittenTo_andStaysWhatItIs() {
        Cli get = Cli.run("blob", "get", sha256, "--blobs", blobs, "--output", "/dev/null");

        assertThat(get.exitCode()).as(get.err()).isZero();
        assertThat(Path.of("/dev/null"))
                .satisfies(device -> assertThat(Files.isRegularFile(device)).isFalse());
    }
}
