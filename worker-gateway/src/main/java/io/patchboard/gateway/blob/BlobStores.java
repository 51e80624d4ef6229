package io.patchboard.gateway.blob;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import software.amazon.awssdk.core.exception.SdkException;

/** Opens the stores that people name: a directory, or {@code s3://BUCKET/PREFIX}. */
public final class BlobStores {

    private BlobStores() {}

    /**
     * A store, which is made if it is a directory that is not there.
     *
     * @param mostBytes of one blob
     * @param mostInAll of all together, in a directory; how much is in a bucket is for its owner to bound
     * @throws IOException if it cannot be used
     */
    public static BlobStore open(String place, long mostBytes, long mostInAll) throws IOException {
        if (!isInBucket(place)) {
            return DirectoryBlobs.open(Path.of(place), mostBytes, mostInAll);
        }
        try {
            return S3Blobs.open(S3Place.client(), S3Place.parse(place), mostBytes, ownDirectory());
        } catch (IllegalArgumentException | SdkException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** A store that is there already, without bounds. */
    public static BlobStore find(String place) throws IOException {
        if (!isInBucket(place) && !Files.isDirectory(Path.of(place))) {
            throw new NotDirectoryException(place);
        }
        return open(place, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    private static boolean isInBucket(String place) throws IOException {
        try {
            return S3Place.isOne(place);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** For what is on its way to a bucket or from it; it goes with the process, unless that is killed. */
    private static Path ownDirectory() throws IOException {
        Path dir = Files.createTempDirectory("patchboard-blobs-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(dir), "patchboard-blobs-end"));
        return dir;
    }

    private static void delete(Path dir) {
        try {
            Files.walkFileTree(dir, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, IOException problem) throws IOException {
                    Files.deleteIfExists(folder);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            return; // the system sweeps its directory for temporary files
        }
    }
}
