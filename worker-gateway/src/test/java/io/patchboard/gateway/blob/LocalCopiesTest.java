package io.patchboard.gateway.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalCopiesTest {

    @TempDir
    Path dir;

    private final Set<String> erased = new HashSet<>();
    private boolean isAway;
    private LocalCopies copies;

    @BeforeEach
    void open() throws IOException {
        copies = new LocalCopies(dir, hashes -> {
            if (isAway) {
                throw new IOException("nobody there");
            }
            return hashes.stream().filter(erased::contains).toList();
        });
    }

    private Path copy(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return copies.add(hash(text), new BlobStore.Content(bytes.length, new ByteArrayInputStream(bytes)))
                .orElseThrow();
    }

    private static String hash(String text) {
        Sha256 hash = new Sha256();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        hash.add(bytes, bytes.length);
        return hash.hex();
    }

    @Test
    void sweep_takesWhatWasNotAskedForOfLate_andWhatIsElsewhereNoMore() throws IOException {
        Path old = copy("old");
        Path asked = copy("old, and asked for");
        Path gone = copy("secret");
        Path young = copy("young");
        for (Path one : Set.of(old, asked)) {
            Files.setLastModifiedTime(one, FileTime.from(Instant.EPOCH));
        }
        assertThat(copies.file(hash("old, and asked for"))).contains(asked);
        erased.add(hash("secret"));

        copies.sweep();

        assertThat(old).doesNotExist();
        assertThat(gone).doesNotExist();
        assertThat(asked).exists();
        assertThat(young).exists();
    }

    @Test
    void spoiltCopy_isThrownAway() throws IOException {
        Path copy = copy("as it was put");
        Files.delete(copy);
        Files.writeString(copy, "written by a program");

        assertThat(copies.file(hash("as it was put"))).isEmpty();
        assertThat(copy).doesNotExist();
        assertThat(copy("as it was put")).hasContent("as it was put");
    }

    @Test
    void sweep_whileNobodySaysWhatIsThere_takesWhatIsOldAlone() throws IOException {
        Path old = copy("old");
        Path young = copy("young");
        Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH));
        isAway = true;

        assertThatThrownBy(copies::sweep).hasMessage("nobody there");

        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }
}
