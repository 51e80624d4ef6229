package io.patchboard.gateway.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files of this machine with the bytes of blobs that are elsewhere. One goes a day after it was asked for last. */
final class LocalCopies {

    private static final Logger LOG = LoggerFactory.getLogger(LocalCopies.class);
    private static final Duration KEPT = Duration.ofDays(1);
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(10);

    private final DirectoryBlobs copies;
    private final AtomicLong swept = new AtomicLong(System.nanoTime());

    LocalCopies(Path dir) throws IOException {
        this.copies = DirectoryBlobs.open(dir, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** Absent if there is none. */
    Optional<Path> file(String sha256) throws IOException {
        sweepNowAndThen();
        return copies.file(sha256).filter(LocalCopies::isKeptOn);
    }

    private static boolean isKeptOn(Path copy) {
        try {
            Files.setLastModifiedTime(copy, FileTime.from(Instant.now()));
            return true;
        } catch (IOException e) {
            // It has gone meanwhile. Whatever else it is, making another copy will tell.
            return false;
        }
    }

    private void sweepNowAndThen() {
        long last = swept.get();
        long now = System.nanoTime();
        if (now - last < BETWEEN_SWEEPS.toNanos() || !swept.compareAndSet(last, now)) {
            return;
        }
        try {
            copies.sweep(Instant.now().minus(KEPT), sha256 -> false);
        } catch (IOException e) {
            LOG.warn("Expected to remove old copies of blobs, but: {}", e.toString());
        }
    }

    /** Makes one, also where somebody has taken away what was in the directory. */
    Optional<Path> add(String sha256, BlobStore.Content content) throws IOException {
        copies.makeFolders();
        copies.put(content.stream(), Optional.of(sha256));
        return copies.file(sha256);
    }

    boolean erase(String sha256) throws IOException {
        return copies.erase(sha256);
    }
}
