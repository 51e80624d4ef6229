package io.patchboard.gateway.blob;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes all blobs of a store may have together, and how many they have. What other processes put and remove is
 * seen when they are counted. Safe for use by several threads.
 */
final class Room {

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    private final long most;
    private final Count disk;
    private final AtomicLong kept = new AtomicLong();
    private final AtomicLong onTheirWay = new AtomicLong();
    private long looked = System.nanoTime() - BETWEEN_LOOKS.toNanos();

    /** Counts what is there. */
    @FunctionalInterface
    interface Count {
        long bytes() throws IOException;
    }

    Room(long most, Count disk) {
        this.most = most;
        this.disk = disk;
    }

    void count() throws IOException {
        kept.set(disk.bytes());
    }

    /** More bytes of a blob are on their way, also where this fails. */
    void take(long bytes) throws BlobException {
        if (kept.get() + onTheirWay.addAndGet(bytes) > most && isStillFull()) {
            throw BlobException.full("all blobs together may have " + most + " bytes");
        }
    }

    /** Somebody may have made room as he was told to; the disk is asked that now and then. */
    private synchronized boolean isStillFull() throws BlobException {
        long now = System.nanoTime();
        if (now - looked >= BETWEEN_LOOKS.toNanos()) {
            try {
                count();
            } catch (IOException e) {
                throw BlobException.failed(e);
            }
            looked = now;
        }
        return kept.get() + onTheirWay.get() > most;
    }

    /** A blob is on its way no more. */
    void end(long bytes, boolean isKept) {
        kept.addAndGet(isKept ? bytes : 0);
        onTheirWay.addAndGet(-bytes);
    }

    void removed(long bytes) {
        kept.addAndGet(-bytes);
    }
}
