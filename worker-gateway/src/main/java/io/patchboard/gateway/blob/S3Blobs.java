package io.patchboard.gateway.blob;

import io.patchboard.gateway.blob.BlobException.Kind;
import io.patchboard.record.BlobHandle;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Blobs in a bucket of Amazon S3, or of a store that speaks its protocol: {@code PREFIX/abcd.../UUID}.
 *
 * <p>Each put makes an object of its own below the blob's hash, and then removes those that it has seen there before;
 * so there is one in the end, and of two puts neither removes what the other relies on. What a sweep removes are the
 * objects that it has found old: a blob that is put again meanwhile has a new one. So nothing hangs on what a store
 * promises beyond this: an object is there whole or not at all, and who lists after a put or a removal sees it.
 *
 * <p>Programs get files, so theirs are copied to this machine; {@link LocalCopies} says when a copy goes.
 */
public final class S3Blobs implements BlobStore {

    private static final int CHUNK = 64 * 1024;

    /** What an object may have that is put in one request, which ours are. */
    static final long MOST_BYTES = 5L << 30;

    /** Of more blobs than these it is quicker to list all that there is than to look for each. */
    private static final int MOST_LOOKS = 1_000;

    /** Each time an object was taken away between the list and the look at it. */
    private static final int TRIES = 5;

    private static final Comparator<S3Object> BY_AGE =
            Comparator.comparing(S3Object::lastModified).thenComparing(S3Object::key);

    private final S3Client client;
    private final String bucket;
    private final String prefix;
    private final long mostBytes;
    private final Path dir;
    private final LocalCopies copies;
    private final ManyLooks looks = new ManyLooks();

    private S3Blobs(S3Client client, S3Place place, long mostBytes, Path dir) throws IOException {
        this.client = client;
        this.bucket = place.bucket();
        this.prefix = place.prefix();
        this.mostBytes = mostBytes;
        this.dir = dir;
        this.copies = new LocalCopies(dir.resolve("copies"), this::missing);
    }

    /**
     * Opens what is in a bucket, and looks whether it can be read.
     *
     * @param mostBytes of one blob, which a bucket bounds as well
     * @param dir of this process alone, in the system's directory for temporary files
     */
    static S3Blobs open(S3Client client, S3Place place, long mostBytes, Path dir) throws IOException {
        S3Blobs blobs = new S3Blobs(client, place, Math.min(mostBytes, MOST_BYTES), dir);
        called(() -> client.listObjectsV2(
                list -> list.bucket(blobs.bucket).prefix(blobs.prefix).maxKeys(1)));
        return blobs;
    }

    @Override
    public Stored put(InputStream bytes, Optional<String> expected) throws IOException {
        try (PartialFile file = incoming()) {
            Sha256 hash = written(bytes, file);
            String sha256 = hash.hex();
            Sha256.require(sha256, expected);
            List<S3Object> before = objects(sha256);
            String checksum = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(sha256));
            called(() -> client.putObject(
                    put -> put.bucket(bucket)
                            .key(place(sha256) + UUID.randomUUID())
                            .checksumSHA256(checksum),
                    RequestBody.fromFile(file.path())));
            remove(before);
            return new Stored(sha256, hash.bytes(), before.isEmpty());
        }
    }

    private PartialFile incoming() throws BlobException {
        requireDirectory();
        return PartialFile.create(dir.resolve("put-" + UUID.randomUUID()));
    }

    /** Who sweeps the system's temporary files may have taken it away. It is made anew for nobody else's eyes. */
    private synchronized void requireDirectory() throws BlobException {
        try {
            if (!Files.isDirectory(dir)) {
                Path made = Files.createTempDirectory(dir.getParent(), "patchboard-blobs-");
                try {
                    Files.move(made, dir, StandardCopyOption.ATOMIC_MOVE);
                } finally {
                    Files.deleteIfExists(made);
                }
            }
        } catch (IOException e) {
            throw BlobException.failed(e);
        }
    }

    private Sha256 written(InputStream bytes, PartialFile file) throws IOException {
        Sha256 hash = new Sha256();
        byte[] chunk = new byte[CHUNK];
        for (int count = bytes.read(chunk); count >= 0; count = bytes.read(chunk)) {
            hash.add(chunk, count);
            if (hash.bytes() > mostBytes) {
                throw BlobException.tooLarge(mostBytes);
            }
            file.write(chunk, count);
        }
        return hash;
    }

    @Override
    public OptionalLong size(String sha256) throws IOException {
        return objects(sha256).stream().mapToLong(S3Object::size).findFirst();
    }

    @Override
    public List<String> missing(Collection<String> hashes) throws IOException {
        if (hashes.size() <= MOST_LOOKS) {
            return looks.missing(hashes, sha256 -> size(sha256).isPresent());
        }
        Set<String> there = listed(prefix).stream().map(this::hash).collect(Collectors.toSet());
        return hashes.stream().filter(sha256 -> !there.contains(sha256)).toList();
    }

    @Override
    public Optional<Content> open(String sha256) throws IOException {
        for (int tried = 0; tried < TRIES; tried++) {
            Optional<S3Object> youngest = objects(sha256).stream().max(BY_AGE);
            if (youngest.isEmpty()) {
                return Optional.empty();
            }
            Optional<ResponseInputStream<GetObjectResponse>> found = got(youngest.get());
            if (found.isPresent()) {
                return Optional.of(
                        new Content(youngest.get().size(), new VerifiedStream(new S3Body(found.get()), sha256)));
            }
        }
        throw new BlobException(
                Kind.FAILED,
                "Expected to read blob " + sha256 + ", but it is put and removed all the time. Try again.");
    }

    private Optional<ResponseInputStream<GetObjectResponse>> got(S3Object object) throws BlobException {
        return called(() -> {
            try {
                return Optional.of(client.getObject(get -> get.bucket(bucket).key(object.key())));
            } catch (NoSuchKeyException e) {
                return Optional.empty();
            }
        });
    }

    @Override
    public Optional<Path> file(String sha256) throws IOException {
        if (size(sha256).isEmpty()) {
            copies.erase(sha256);
            return Optional.empty();
        }
        Optional<Path> copy = copies.file(sha256);
        if (copy.isPresent()) {
            return copy;
        }
        Optional<Content> there = open(sha256);
        if (there.isEmpty()) {
            return Optional.empty();
        }
        requireDirectory();
        try (Content content = there.get()) {
            return copies.add(sha256, content);
        }
    }

    @Override
    public boolean erase(String sha256) throws IOException {
        List<S3Object> there = objects(sha256);
        remove(there);
        return copies.erase(sha256) || !there.isEmpty();
    }

    @Override
    public Set<String> sweep(Instant before, Predicate<String> wanted) throws IOException {
        Map<String, List<S3Object>> all = listed(prefix).stream().collect(Collectors.groupingBy(this::hash));
        Set<String> gone = new TreeSet<>();
        for (Map.Entry<String, List<S3Object>> blob : all.entrySet()) {
            String sha256 = blob.getKey();
            if (BlobHandle.isHash(sha256)
                    && blob.getValue().stream()
                            .allMatch(object -> object.lastModified().isBefore(before))
                    && !wanted.test(sha256)) {
                remove(blob.getValue());
                copies.erase(sha256);
                if (objects(sha256).isEmpty()) {
                    gone.add(sha256);
                }
            }
        }
        return gone;
    }

    private String hash(S3Object object) {
        String rest = object.key().substring(prefix.length());
        return rest.substring(0, Math.max(0, rest.indexOf('/')));
    }

    /** @throws IllegalArgumentException if it is no hash, which could lead out of the prefix */
    private String place(String sha256) {
        if (!BlobHandle.isHash(sha256)) {
            throw new IllegalArgumentException(
                    "Expected a SHA-256 of 64 digits in lower case, but got \"" + sha256 + "\".");
        }
        return prefix + sha256 + "/";
    }

    private List<S3Object> objects(String sha256) throws BlobException {
        return listed(place(sha256));
    }

    private List<S3Object> listed(String below) throws BlobException {
        return called(
                () -> client.listObjectsV2Paginator(list -> list.bucket(bucket).prefix(below)).contents().stream()
                        .toList());
    }

    private void remove(List<S3Object> objects) throws BlobException {
        for (S3Object object : objects) {
            called(() -> client.deleteObject(delete -> delete.bucket(bucket).key(object.key())));
        }
    }

    private static <T> T called(Supplier<T> call) throws BlobException {
        try {
            return call.get();
        } catch (SdkException e) {
            throw failed(e);
        }
    }

    static BlobException failed(SdkException cause) {
        return new BlobException(
                "Expected to write or read a blob, but the store failed: " + cause.getMessage(),
                new IOException(cause));
    }
}
