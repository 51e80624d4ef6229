package io.patchboard.gateway.blob;

import io.patchboard.record.BlobHandle;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blobs in a directory: {@code objects/ab/abcd...}, named by their hashes, and in {@code incoming} what is on its way.
 *
 * <p>A blob is written to {@code incoming}, forced to disk and renamed, which is atomic; so a kill leaves a blob or
 * something in {@code incoming}, which an opening a day later or a {@link #sweep} removes, or puts back. A blob that is
 * put again is renamed over the one that is there, so that it is young. A sweep takes a file away by a rename, too, and
 * looks at its age after that: if somebody has put it meanwhile, it goes back.
 */
public final class DirectoryBlobs implements BlobStore {

    private static final Logger LOG = LoggerFactory.getLogger(DirectoryBlobs.class);
    private static final Duration LEFT_OVER = Duration.ofDays(1);
    private static final int CHUNK = 64 * 1024;

    private final Path objects;
    private final Path incoming;
    private final long mostBytes;
    private final Room room;

    private DirectoryBlobs(Path dir, long mostBytes, long mostInAll) {
        this.objects = dir.resolve("objects");
        this.incoming = dir.resolve("incoming");
        this.mostBytes = mostBytes;
        this.room = new Room(mostInAll, this::bytesKept);
    }

    /**
     * Opens what is in a directory, and makes it if it is not there.
     *
     * @param mostBytes of one blob
     * @param mostInAll of all together; those that another process puts or removes are counted with the next opening or
     *     sweep, and before one is refused
     */
    public static DirectoryBlobs open(Path dir, long mostBytes, long mostInAll) throws IOException {
        DirectoryBlobs blobs = new DirectoryBlobs(dir.toAbsolutePath().normalize(), mostBytes, mostInAll);
        blobs.makeFolders();
        blobs.sweepLeftovers();
        blobs.room.count();
        return blobs;
    }

    /** Those that are not there. */
    void makeFolders() throws IOException {
        Files.createDirectories(objects);
        Files.createDirectories(incoming);
    }

    private long bytesKept() throws IOException {
        long bytes = 0;
        for (Path file : Folders.filesBelow(objects)) {
            bytes += sizeOf(file).orElse(0);
        }
        return bytes;
    }

    @Override
    public Stored put(InputStream bytes, Optional<String> expected) throws IOException {
        Sha256 hash = new Sha256();
        boolean kept = false;
        try (PartialFile file =
                PartialFile.create(incoming.resolve(UUID.randomUUID().toString()))) {
            write(bytes, file, hash);
            String sha256 = hash.hex();
            Sha256.require(sha256, expected);
            boolean isNew = keep(file.path(), sha256);
            kept = isNew;
            return new Stored(sha256, hash.bytes(), isNew);
        } finally {
            room.end(hash.bytes(), kept);
        }
    }

    private void write(InputStream bytes, PartialFile file, Sha256 hash) throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (int count = bytes.read(chunk); count >= 0; count = bytes.read(chunk)) {
            if (hash.bytes() + count > mostBytes) {
                throw BlobException.tooLarge(mostBytes);
            }
            hash.add(chunk, count);
            room.take(count);
            file.write(chunk, count);
        }
        file.complete();
    }

    /** @return whether it was not there */
    private boolean keep(Path file, String sha256) throws BlobException {
        Path target = target(sha256);
        try {
            Files.createDirectories(target.getParent());
            if (!file.toFile().setReadOnly()) {
                throw new IOException("a file in " + incoming + " cannot be made read-only");
            }
            boolean isNew = moved(file, target);
            for (Path dir : List.of(target.getParent(), objects)) {
                try (FileChannel entries = FileChannel.open(dir, StandardOpenOption.READ)) {
                    entries.force(true);
                }
            }
            return isNew;
        } catch (IOException e) {
            throw BlobException.failed(e);
        }
    }

    /** In one turn, so that of several who put the same blob one is told that it is new. */
    private synchronized boolean moved(Path file, Path target) throws IOException {
        boolean isNew = !Files.exists(target);
        Files.move(file, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return isNew;
    }

    /** @throws IllegalArgumentException if it is no hash, which could lead out of the directory */
    private Path target(String sha256) {
        if (!BlobHandle.isHash(sha256)) {
            throw new IllegalArgumentException(
                    "Expected a SHA-256 of 64 digits in lower case, but got \"" + sha256 + "\".");
        }
        return objects.resolve(sha256.substring(0, 2)).resolve(sha256);
    }

    /** Of all that are there. */
    Set<String> hashes() throws IOException {
        return Folders.filesBelow(objects).stream()
                .map(file -> file.getFileName().toString())
                .filter(BlobHandle::isHash)
                .collect(Collectors.toSet());
    }

    @Override
    public OptionalLong size(String sha256) throws IOException {
        return sizeOf(target(sha256));
    }

    private static OptionalLong sizeOf(Path file) throws BlobException {
        try {
            return OptionalLong.of(Files.size(file));
        } catch (NoSuchFileException e) {
            return OptionalLong.empty();
        } catch (IOException e) {
            throw BlobException.failed(e);
        }
    }

    @Override
    public Optional<Content> open(String sha256) throws IOException {
        try {
            FileChannel channel = FileChannel.open(target(sha256), StandardOpenOption.READ);
            return Optional.of(
                    new Content(channel.size(), new VerifiedStream(Channels.newInputStream(channel), sha256)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw BlobException.failed(e);
        }
    }

    @Override
    public Optional<Path> file(String sha256) throws IOException {
        Optional<Content> content = open(sha256);
        if (content.isEmpty()) {
            return Optional.empty();
        }
        try (Content found = content.get()) {
            found.stream().transferTo(OutputStream.nullOutputStream());
        }
        return Optional.of(target(sha256));
    }

    @Override
    public boolean erase(String sha256) throws IOException {
        Path file = target(sha256);
        long bytes = sizeOf(file).orElse(0);
        boolean aside = Files.deleteIfExists(incoming.resolve(sha256));
        boolean there = Files.deleteIfExists(file);
        room.removed(there ? bytes : 0);
        return there || aside;
    }

    @Override
    public Set<String> sweep(Instant before, Predicate<String> wanted) throws IOException {
        sweepIncoming(before);
        Set<String> gone = new TreeSet<>();
        for (Path file : Folders.filesBelow(objects)) {
            String sha256 = file.getFileName().toString();
            if (BlobHandle.isHash(sha256) && isOlder(file, before) && !wanted.test(sha256) && isTaken(file, before)) {
                gone.add(sha256);
            }
        }
        room.count();
        return gone;
    }

    private void sweepIncoming(Instant before) throws IOException {
        for (Path file : Folders.files(incoming)) {
            String name = file.getFileName().toString();
            if (isOlder(file, before)) {
                Files.deleteIfExists(file);
            } else if (BlobHandle.isHash(name)) {
                putBack(file, target(name));
            }
        }
    }

    private static void putBack(Path file, Path target) throws IOException {
        try {
            Files.createDirectories(target.getParent());
            Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            // Another sweep was quicker.
        }
    }

    /** What processes that were killed have left. Who opens this only to read it may have no right to remove it. */
    private void sweepLeftovers() {
        try {
            sweepIncoming(Instant.now().minus(LEFT_OVER));
        } catch (IOException e) {
            LOG.debug("Expected to remove what puts have left in {}, but: {}", incoming, e.toString());
        }
    }

    /** Whether it is gone for good. Who puts it again after this look at its age finds it gone, and puts it anew. */
    private boolean isTaken(Path file, Instant before) throws IOException {
        Path aside = incoming.resolve(file.getFileName());
        try {
            Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
            if (isOlder(aside, before)) {
                Files.deleteIfExists(aside);
                return true;
            }
            Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
            return false;
        } catch (NoSuchFileException e) {
            // Another sweep was quicker.
            return false;
        }
    }

    private static boolean isOlder(Path file, Instant time) throws IOException {
        try {
            return Files.getLastModifiedTime(file).toInstant().isBefore(time);
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
