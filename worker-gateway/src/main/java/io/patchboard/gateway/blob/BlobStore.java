package io.patchboard.gateway.blob;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Where blobs are: in a directory ({@link DirectoryBlobs}), or in a bucket ({@link S3Blobs}). Another one has to
 * promise the same. Safe for use by several threads, and by several processes at once.
 *
 * <p>A blob is there whole, or not at all, and as soon as {@link #put} has returned it stays there whatever ends. The
 * same bytes that are put twice are one blob, which is as young as when it was put last. Every failure is a
 * {@link BlobException} that says what to do, but for those of the stream that is put, which are passed on.
 */
public interface BlobStore {

    /**
     * What was put.
     *
     * @param isNew whether the store did not have it
     */
    record Stored(String sha256, long bytes, boolean isNew) {}

    /**
     * The bytes of a blob, as long as they are read to the end.
     *
     * @param stream to be closed. Its last bytes come only when all of them have the blob's hash, else a
     *     {@link BlobException} does
     */
    record Content(long bytes, InputStream stream) implements AutoCloseable {

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }

    /**
     * Takes the bytes of a stream up to its end, without keeping them in memory.
     *
     * @param expected the SHA-256 that they must have; absent for whichever they have
     */
    Stored put(InputStream bytes, Optional<String> expected) throws IOException;

    /** How many bytes a blob has; absent if it is not there. */
    OptionalLong size(String sha256) throws IOException;

    /** Those that are not there, in the order in which they are named. */
    default List<String> missing(Collection<String> hashes) throws IOException {
        List<String> missing = new ArrayList<>();
        for (String sha256 : hashes) {
            if (size(sha256).isEmpty()) {
                missing.add(sha256);
            }
        }
        return missing;
    }

    /** Absent if it is not there. */
    Optional<Content> open(String sha256) throws IOException;

    /** A file of this machine with just these bytes, not to be changed; absent if it is not there, or no file. */
    Optional<Path> file(String sha256) throws IOException;

    /**
     * Removes a blob at once, whoever wants it. Who reads it just now may read it to its end.
     *
     * @return whether it was there
     */
    boolean erase(String sha256) throws IOException;

    /**
     * Removes blobs that nobody wants and that were last put before a time, and what is left of puts that were cut off
     * before then. One that is put again meanwhile stays.
     *
     * @return the hashes of those that are gone
     */
    Set<String> sweep(Instant before, Predicate<String> wanted) throws IOException;
}
