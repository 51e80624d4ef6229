package io.patchboard.gateway.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectoryBlobsTest {

    private static final int LARGE = 300_000;

    @TempDir
    Path dir;

    private DirectoryBlobs blobs;

    @BeforeEach
    void open() throws IOException {
        blobs = reopened();
    }

    private DirectoryBlobs reopened() throws IOException {
        return DirectoryBlobs.open(dir, LARGE, 2L * LARGE);
    }

    private static byte[] random(int count, long seed) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private BlobStore.Stored put(byte[] bytes) throws IOException {
        return blobs.put(new ByteArrayInputStream(bytes), Optional.empty());
    }

    private byte[] read(String sha256) throws IOException {
        try (BlobStore.Content content = blobs.open(sha256).orElseThrow()) {
            return content.stream().readAllBytes();
        }
    }

    private List<Path> files(String below) throws IOException {
        try (Stream<Path> all = Files.walk(dir.resolve(below))) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private void age(String sha256) throws IOException {
        Files.setLastModifiedTime(blobs.file(sha256).orElseThrow(), FileTime.from(Instant.EPOCH));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_535, 65_536, 65_537, 131_072, LARGE})
    void put_bytesOfAnyLength_areThereUnderTheirHash(int count) throws IOException {
        byte[] bytes = random(count, count);

        BlobStore.Stored stored = put(bytes);

        assertThat(stored).isEqualTo(new BlobStore.Stored(hash(bytes), count, true));
        assertThat(read(stored.sha256())).isEqualTo(bytes);
        assertThat(blobs.size(stored.sha256())).hasValue(count);
        assertThat(Files.readAllBytes(blobs.file(stored.sha256()).orElseThrow()))
                .isEqualTo(bytes);
        assertThat(put(bytes).isNew()).isFalse();
        assertThat(reopened().size(stored.sha256())).hasValue(count);
    }

    @Test
    void open_whatIsNotThere_isAbsent_andWhatIsNoHashIsRefused() throws IOException {
        assertThat(blobs.open("0".repeat(64))).isEmpty();
        assertThat(blobs.file("0".repeat(64))).isEmpty();
        assertThat(blobs.size("0".repeat(64))).isEmpty();
        assertThatThrownBy(() -> blobs.size("../../../etc/passwd")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatCannotBeLookedFor_fails_andIsNotTakenForMissing() throws IOException {
        Path loop = dir.resolve("objects").resolve("00");
        Files.createSymbolicLink(loop, loop);
        String sha256 = "0".repeat(64);

        List<ThrowingCallable> looks = List.of(
                () -> blobs.size(sha256),
                () -> blobs.missing(List.of(sha256)),
                () -> blobs.open(sha256),
                () -> blobs.file(sha256));

        assertThat(looks)
                .allSatisfy(look -> assertThatThrownBy(look)
                        .isInstanceOfSatisfying(
                                BlobException.class, e -> assertThat(e.kind()).isEqualTo(BlobException.Kind.FAILED)));
    }

    @Test
    void put_withTheHashOfOtherBytes_isRefused_andLeavesNothing() throws IOException {
        assertThatThrownBy(() -> blobs.put(new ByteArrayInputStream(random(10, 1)), Optional.of("0".repeat(64))))
                .isInstanceOfSatisfying(
                        BlobException.class, e -> assertThat(e.kind()).isEqualTo(BlobException.Kind.HASH))
                .hasMessageContaining("0".repeat(64))
                .hasMessageContaining(hash(random(10, 1)));
        assertThat(files("")).isEmpty();
    }

    @Test
    void put_thatIsCutOff_leavesNothing_andTakesNoRoom() throws IOException {
        InputStream cut = new FilterInputStream(new ByteArrayInputStream(random(LARGE - 1, 1))) {
            @Override
            public int read(byte[] target, int from, int most) throws IOException {
                int count = super.read(target, from, most);
                if (count < 0) {
                    throw new IOException("gone");
                }
                return count;
            }
        };

        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> blobs.put(cut, Optional.empty())).hasMessage("gone");
        }

        assertThat(files("")).isEmpty();
        assertThat(put(random(LARGE, 2)).isNew()).isTrue();
        assertThat(put(random(LARGE, 3)).isNew()).isTrue();
    }

    @Test
    void put_moreThanOneMayHave_isRefused() throws IOException {
        assertThatThrownBy(() -> put(random(LARGE + 1, 1)))
                .isInstanceOfSatisfying(
                        BlobException.class, e -> assertThat(e.kind()).isEqualTo(BlobException.Kind.TOO_LARGE))
                .hasMessageContaining("at most " + LARGE + " bytes");
        assertThat(files("")).isEmpty();
    }

    @Test
    void put_intoAFullStore_isRefused_untilThereIsRoom() throws IOException {
        BlobStore.Stored first = put(random(LARGE, 1));
        put(random(LARGE - 10, 2));

        assertThatThrownBy(() -> put(random(11, 3)))
                .isInstanceOfSatisfying(
                        BlobException.class, e -> assertThat(e.kind()).isEqualTo(BlobException.Kind.FULL))
                .hasMessageContaining("blob collect");
        assertThat(put(random(10, 4)).isNew()).as("just fits").isTrue();

        age(first.sha256());
        assertThat(blobs.sweep(Instant.EPOCH.plusSeconds(1), wanted -> false)).containsExactly(first.sha256());
        assertThat(put(random(11, 3)).isNew()).isTrue();
    }

    @Test
    void erase_leavesNothing_makesRoom_andTheSameBytesMayComeAgain() throws IOException {
        BlobStore.Stored first = put(random(LARGE, 1));

        assertThat(blobs.erase(first.sha256())).isTrue();
        assertThat(blobs.erase(first.sha256())).isFalse();
        assertThat(blobs.open(first.sha256())).isEmpty();
        assertThat(files("")).isEmpty();
        put(random(LARGE, 2));
        assertThat(put(random(LARGE - 10, 1)).isNew()).isTrue();
        assertThat(reopened().erase(first.sha256())).isFalse();
    }

    @Test
    void put_ofTheSameBytesByManyAtOnce_isOneBlob_newToOneOfThem() throws Exception {
        int many = 8;
        byte[] bytes = random(50_000, 1);
        CyclicBarrier together = new CyclicBarrier(many);
        List<Future<BlobStore.Stored>> puts = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(many)) {
            for (int i = 0; i < many; i++) {
                puts.add(threads.submit(() -> {
                    together.await();
                    return put(bytes);
                }));
            }
            int isNew = 0;
            for (Future<BlobStore.Stored> one : puts) {
                assertThat(one.get().sha256()).isEqualTo(hash(bytes));
                isNew += one.get().isNew() ? 1 : 0;
            }
            assertThat(isNew).isEqualTo(1);
        }
        assertThat(files("objects")).hasSize(1);
        assertThat(files("incoming")).isEmpty();
        assertThat(read(hash(bytes))).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 65_536, 200_000})
    void read_bytesThatWereChanged_neverComesToAnEnd(int count) throws IOException {
        String sha256 = put(random(count, 1)).sha256();
        Path file = blobs.file(sha256).orElseThrow();
        assertThat(file.toFile().setWritable(true)).isTrue();
        Files.write(file, new byte[] {1}, StandardOpenOption.APPEND);

        assertThatThrownBy(() -> read(sha256))
                .isInstanceOfSatisfying(
                        BlobException.class, e -> assertThat(e.kind()).isEqualTo(BlobException.Kind.HASH))
                .hasMessageContaining(sha256);
        assertThatThrownBy(() -> blobs.file(sha256)).isInstanceOf(BlobException.class);
        assertThat(put(random(count, 1)).sha256()).as("put again, it is whole").isEqualTo(sha256);
        assertThat(read(sha256)).isEqualTo(random(count, 1));
    }

    @Test
    void kill_betweenTheTemporaryFileAndTheRename_leavesNoBlob_butRoomAfterASweep() throws IOException {
        byte[] bytes = random(100, 1);
        Path left = Files.write(dir.resolve("incoming").resolve("left-by-a-kill"), bytes);

        blobs = reopened();
        assertThat(blobs.open(hash(bytes))).isEmpty();
        assertThat(put(bytes).isNew()).isTrue();
        assertThat(blobs.sweep(Instant.now().minusSeconds(3_600), wanted -> true))
                .isEmpty();
        assertThat(left).as("it may be on its way").exists();
        Files.setLastModifiedTime(left, FileTime.from(Instant.EPOCH));
        blobs.sweep(Instant.now().minusSeconds(3_600), wanted -> true);
        assertThat(left).doesNotExist();
    }

    @Test
    void sweep_removesWhatIsOldAndUnwanted_andNothingElse() throws IOException {
        String wanted = put("wanted".getBytes(StandardCharsets.UTF_8)).sha256();
        String young = put("young".getBytes(StandardCharsets.UTF_8)).sha256();
        String old = put("old".getBytes(StandardCharsets.UTF_8)).sha256();
        age(wanted);
        age(old);

        assertThat(blobs.sweep(Instant.now().minusSeconds(3_600), wanted::equals))
                .containsExactly(old);

        assertThat(blobs.size(wanted)).isPresent();
        assertThat(blobs.size(young)).isPresent();
        assertThat(blobs.size(old)).isEmpty();
    }

    @Test
    void sweep_ofABlobThatIsPutAgainMeanwhile_leavesIt() throws IOException {
        byte[] bytes = random(100, 1);
        String sha256 = put(bytes).sha256();
        age(sha256);
        AtomicReference<IOException> failure = new AtomicReference<>();

        // Between the look at its age and its removal somebody is asked whether it is wanted: just then it is put.
        assertThat(blobs.sweep(Instant.now().minusSeconds(3_600), asked -> {
                    try {
                        put(bytes);
                    } catch (IOException e) {
                        failure.set(e);
                    }
                    return false;
                }))
                .isEmpty();

        assertThat(failure.get()).isNull();
        assertThat(read(sha256)).isEqualTo(bytes);
    }
}
