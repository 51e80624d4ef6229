package io.patchboard.gateway.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.blob.BlobException.Kind;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a store promises, of one in a bucket. */
@ResourceLock(Resources.SYSTEM_PROPERTIES) // where the store is
class S3BlobsTest {

    private static final int LARGE = 300_000;
    private static final String PLACE = "s3://" + S3StandIn.BUCKET + "/some/blobs/";

    private S3StandIn s3;
    private BlobStore blobs;

    @BeforeEach
    void open() throws IOException {
        s3 = new S3StandIn().settings();
        blobs = reopened();
    }

    @AfterEach
    void close() {
        s3.close();
    }

    private static BlobStore reopened() throws IOException {
        return BlobStores.open(PLACE, LARGE, LARGE);
    }

    private BlobStore.Stored put(byte[] bytes) throws IOException {
        return blobs.put(new ByteArrayInputStream(bytes), Optional.empty());
    }

    private BlobStore.Stored put(String text) throws IOException {
        return put(text.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] read(String sha256) throws IOException {
        try (BlobStore.Content content = blobs.open(sha256).orElseThrow()) {
            return content.stream().readAllBytes();
        }
    }

    private static void assertFails(Kind kind, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BlobException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_536, 65_537, LARGE})
    void put_bytesOfAnyLength_areThereUnderTheirHash(int count) throws IOException {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);

        BlobStore.Stored stored = put(bytes);

        assertThat(stored.isNew()).isTrue();
        assertThat(stored.bytes()).isEqualTo(count);
        assertThat(read(stored.sha256())).isEqualTo(bytes);
        assertThat(blobs.size(stored.sha256())).hasValue(count);
        assertThat(Files.readAllBytes(blobs.file(stored.sha256()).orElseThrow()))
                .isEqualTo(bytes);
        assertThat(put(bytes).isNew()).isFalse();
        assertThat(reopened().size(stored.sha256())).hasValue(count);
        assertThat(s3.keys())
                .singleElement()
                .satisfies(key -> assertThat(key).startsWith("some/blobs/" + stored.sha256() + "/"));
    }

    @Test
    void whatIsNotThere_isAbsent_andWhatIsNoHashIsRefused() throws IOException {
        assertThat(blobs.open("0".repeat(64))).isEmpty();
        assertThat(blobs.file("0".repeat(64))).isEmpty();
        assertThat(blobs.size("0".repeat(64))).isEmpty();
        assertThatThrownBy(() -> blobs.size("../secrets")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsWrongWithABlob_isSaid_andNothingOfItIsThere() {
        assertFails(Kind.HASH, () -> blobs.put(InputStream.nullInputStream(), Optional.of("0".repeat(64))));
        assertFails(Kind.TOO_LARGE, () -> put(new byte[LARGE + 1]));
        assertThatThrownBy(() -> blobs.put(
                        new FilterInputStream(InputStream.nullInputStream()) {
                            @Override
                            public int read(byte[] target, int from, int most) throws IOException {
                                throw new IOException("cut off");
                            }
                        },
                        Optional.empty()))
                .hasMessage("cut off");
        assertThat(s3.keys()).isEmpty();
    }

    @Test
    void bytesThatWereChanged_neverComeToAnEnd() throws IOException {
        String sha256 = put("as it was put").sha256();
        s3.spoil();

        assertFails(Kind.HASH, () -> read(sha256));
        assertFails(Kind.HASH, () -> blobs.file(sha256));
        put("as it was put");
        assertThat(read(sha256)).asString(StandardCharsets.UTF_8).isEqualTo("as it was put");
    }

    @Test
    void putByManyAtOnce_isOneBlob_andStays() throws Exception {
        List<Future<BlobStore.Stored>> puts = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                puts.add(threads.submit(() -> put("many")));
            }
        }
        String sha256 = puts.get(0).get().sha256();
        assertThat(puts).allSatisfy(put -> assertThat(put.get().sha256()).isEqualTo(sha256));
        assertThat(read(sha256)).asString(StandardCharsets.UTF_8).isEqualTo("many");
        put("many");
        assertThat(s3.keys()).as("what was one too many goes with the next").hasSize(1);
    }

    @Test
    void missing_isAskedOfManyAtOnce_andOfVeryManyByTheList() throws IOException {
        String there = put("there").sha256();
        List<String> some =
                IntStream.range(0, 16).mapToObj(i -> "%064x".formatted(i)).toList();
        s3.together(8);
        assertThat(blobs.missing(some)).isEqualTo(some);
        s3.together(1);

        List<String> many = IntStream.range(0, 2_000)
                .mapToObj(i -> i == 7 ? there : "%064x".formatted(i))
                .toList();
        long before = s3.lists("some/blobs/");
        assertThat(blobs.missing(many)).hasSize(1_999).doesNotContain(there);
        assertThat(s3.lists("some/blobs/")).isEqualTo(before + 1);
        s3.down(true);
        assertFails(Kind.FAILED, () -> blobs.missing(some));
    }

    @Test
    void sweep_removesWhatIsOldAndUnwanted_andNothingElse() throws IOException {
        String old = put("old").sha256();
        String named = put("old and named").sha256();
        String again = put("old and put again").sha256();
        s3.age(Instant.EPOCH);
        put("old and put again");
        String young = put("young").sha256();

        assertThat(blobs.sweep(Instant.now().minus(Duration.ofHours(1)), named::equals))
                .containsExactly(old);
        assertThat(blobs.missing(List.of(old, named, again, young))).containsExactly(old);
    }

    @Test
    void sweep_ofABlobThatIsPutAgainMeanwhile_leavesIt() throws IOException {
        String sha256 = put("wanted after all").sha256();
        s3.age(Instant.EPOCH);

        assertThat(blobs.sweep(Instant.now().minus(Duration.ofHours(1)), any -> {
                    try {
                        put("wanted after all");
                        return false;
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }))
                .isEmpty();
        assertThat(read(sha256)).asString(StandardCharsets.UTF_8).isEqualTo("wanted after all");
    }

    @Test
    void erase_leavesNothing_alsoOfTheCopyForAProgram() throws IOException {
        String sha256 = put("secret").sha256();
        Path copy = blobs.file(sha256).orElseThrow();

        assertThat(blobs.erase(sha256)).isTrue();

        assertThat(s3.keys()).isEmpty();
        assertThat(copy).doesNotExist();
        assertThat(blobs.erase(sha256)).isFalse();
    }

    @Test
    void copyForAProgram_goes_whenSomebodyElseHasErasedTheBlob() throws IOException {
        String sha256 = put("secret").sha256();
        Path copy = blobs.file(sha256).orElseThrow();
        reopened().erase(sha256);

        assertThat(blobs.file(sha256)).isEmpty();
        assertThat(copy).doesNotExist();
    }

    @Test
    void copies_areSweptNowAndThen_andNotForEachBlob() throws IOException {
        Path copy = blobs.file(put("one").sha256()).orElseThrow();
        Files.setLastModifiedTime(copy, FileTime.from(Instant.EPOCH));

        blobs.file(put("another").sha256());

        assertThat(copy).exists();
    }

    @Test
    void temporaryDirectoryThatWasSwept_isMadeAnew() throws IOException {
        String sha256 = put("there").sha256();
        Path own = own(blobs.file(sha256));
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(own);
        delete(own);

        assertThat(put("more").isNew()).isTrue();
        delete(own);
        assertThat(blobs.file(sha256))
                .hasValueSatisfying(file -> assertThat(file).hasContent("there"));
        assertThat(Files.getPosixFilePermissions(own)).isEqualTo(permissions);
    }

    @Test
    void temporaryDirectoryThatCannotBeWritten_isAFailureOfTheStore() throws IOException {
        Path own = own(blobs.file(put("there").sha256()));
        delete(own);
        Files.createFile(own);

        assertFails(Kind.FAILED, () -> put("more"));

        Files.delete(own);
    }

    /** The directory of this process, from a copy in it. */
    private static Path own(Optional<Path> copy) {
        return copy.orElseThrow().resolve("../../../..").normalize();
    }

    private static void delete(Path dir) throws IOException {
        try (Stream<Path> all = Files.walk(dir)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void storeThatIsAway_orBelievesNobody_isSaid() throws IOException {
        String sha256 = put("there").sha256();
        s3.down(true);
        assertFails(Kind.FAILED, () -> blobs.size(sha256));
        assertThat(new BlobLooks(blobs).missing(List.of(sha256)))
                .as("nobody knows")
                .isEmpty();
        s3.down(false);

        System.setProperty("aws.secretAccessKey", "another");
        assertThatThrownBy(S3BlobsTest::reopened)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("SignatureDoesNotMatch");
        assertThatThrownBy(() -> BlobStores.open("s3://", 1, 1)).hasMessageContaining("s3://BUCKET/PREFIX");
    }
}
