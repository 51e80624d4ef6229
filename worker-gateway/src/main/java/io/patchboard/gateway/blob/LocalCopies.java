package io.patchboard.gateway.blob;

import io.patchboard.gateway.thread.Alarm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of this machine with the bytes of blobs that are elsewhere. One goes a day after it was asked for last, and
 * soon after its blob has gone.
 */
final class LocalCopies {

    private static final Logger LOG = LoggerFactory.getLogger(LocalCopies.class);
    private static final Duration KEPT = Duration.ofDays(1);
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(10);

    private final DirectoryBlobs copies;
    private final Elsewhere elsewhere;
    private final AtomicBoolean isToBeSwept = new AtomicBoolean();

    /** Where the blobs are. */
    @FunctionalInterface
    interface Elsewhere {

        /** Those that are not there any more. */
        List<String> missing(Collection<String> hashes) throws IOException;
    }

    LocalCopies(Path dir, Elsewhere elsewhere) throws IOException {
        this.copies = DirectoryBlobs.open(dir, Long.MAX_VALUE, Long.MAX_VALUE);
        this.elsewhere = elsewhere;
    }

    /** Absent if there is none, or none that is whole. */
    Optional<Path> file(String sha256) throws IOException {
        try {
            return copies.file(sha256).filter(LocalCopies::isKeptOn);
        } catch (BlobException e) {
            if (e.kind() != BlobException.Kind.HASH) {
                throw e;
            }
            copies.erase(sha256);
            return Optional.empty();
        }
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

    private void sweepLater() {
        if (isToBeSwept.compareAndSet(false, true)) {
            Alarm.in(BETWEEN_SWEEPS, this::sweepAndGoOn);
        }
    }

    private void sweepAndGoOn() {
        isToBeSwept.set(false);
        try {
            sweep();
        } catch (IOException e) {
            LOG.warn("Expected to remove old copies of blobs, but: {}", e.toString());
            sweepLater();
        }
    }

    /** Again and again, whoever asks for blobs, for as long as there are copies. */
    void sweep() throws IOException {
        copies.sweep(Instant.now().minus(KEPT), sha256 -> false);
        Set<String> left = copies.hashes();
        if (!left.isEmpty()) {
            sweepLater();
            for (String gone : elsewhere.missing(left)) {
                copies.erase(gone);
            }
        }
    }

    /** Makes one, also where somebody has taken away what was in the directory. */
    Optional<Path> add(String sha256, BlobStore.Content content) throws IOException {
        copies.makeFolders();
        copies.put(content.stream(), Optional.of(sha256));
        sweepLater();
        return copies.file(sha256);
    }

    boolean erase(String sha256) throws IOException {
        return copies.erase(sha256);
    }
}
