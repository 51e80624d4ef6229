package io.patchboard.gateway.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What kills and others leave in a directory, or take from it. */
class LeftoversTest {

    @TempDir
    Path dir;

    private DirectoryBlobs blobs;
    private String sha256;

    @BeforeEach
    void put() throws IOException {
        blobs = reopened();
        sha256 = blobs.put(new ByteArrayInputStream(new byte[100]), Optional.empty())
                .sha256();
    }

    private DirectoryBlobs reopened() throws IOException {
        return DirectoryBlobs.open(dir, 1_000, 1_000);
    }

    @Test
    void open_removesWhatAKillLeftADayAgo_andNothingYounger() throws IOException {
        Path old = Files.createFile(dir.resolve("incoming").resolve("left-by-a-kill"));
        Path young = Files.createFile(dir.resolve("incoming").resolve("on-its-way"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(2))));

        reopened();

        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }

    @Test
    void kill_whileASweepHasABlobAside_putsItBackWithTheNext() throws IOException {
        Files.move(blobs.file(sha256).orElseThrow(), dir.resolve("incoming").resolve(sha256));

        blobs.sweep(Instant.now().minusSeconds(3_600), wanted -> true);

        assertThat(blobs.file(sha256)).isPresent();
    }

    @Test
    void roomThatAnotherProcessMade_isSeenBeforeAPutIsRefused() throws IOException {
        InputStream more = new ByteArrayInputStream(new byte[950]);
        reopened().erase(sha256);

        assertThat(blobs.put(more, Optional.empty()).isNew()).isTrue();
        assertThatThrownBy(() -> blobs.put(new ByteArrayInputStream(new byte[51]), Optional.empty()))
                .hasMessageContaining("all blobs together may have 1000 bytes");
    }

    @Test
    void sweepDuringAPut_thatFails_leavesTheCountRight() throws IOException {
        InputStream sweptMeanwhile = new ByteArrayInputStream(new byte[800]) {
            @Override
            public synchronized int read(byte[] target, int from, int most) {
                try {
                    blobs.sweep(Instant.EPOCH, any -> true);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return super.read(target, from, most);
            }
        };
        assertThatThrownBy(() -> blobs.put(sweptMeanwhile, Optional.of("0".repeat(64))))
                .isInstanceOf(BlobException.class);

        assertThatThrownBy(() -> blobs.put(new ByteArrayInputStream(new byte[901]), Optional.empty()))
                .hasMessageContaining("all blobs together may have 1000 bytes");
    }

    @Test
    void files_ofADirectoryThatHasGoneMeanwhile_arePassedOver() throws IOException {
        Path there = blobs.file(sha256).orElseThrow();
        Path plain = Files.createFile(dir.resolve("objects").resolve("plain"));

        assertThat(Folders.filesOf(List.of(dir.resolve("objects").resolve("gone"), plain, there.getParent())))
                .containsExactly(there);
    }
}
