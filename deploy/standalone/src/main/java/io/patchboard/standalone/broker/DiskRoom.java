package io.patchboard.standalone.broker;

import io.patchboard.standalone.broker.BrokerStartException.Reason;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How much room there is on the disk of a directory. */
public final class DiskRoom {

    /** Kafka maps index files ahead of their use; below this a start ends in the middle. */
    private static final long MIN_FREE_BYTES = 64L * 1024 * 1024;

    private static final long LOOK_MS = 500;
    private static final int MB = 1024 * 1024;

    private DiskRoom() {}

    static void require(Path dir) throws IOException {
        long free = free(dir);
        if (free < MIN_FREE_BYTES) {
            throw new BrokerStartException(
                    Reason.DIRECTORY_UNUSABLE,
                    "Expected at least " + MIN_FREE_BYTES / MB + " MB of free space for " + dir + ", but there are "
                            + free / MB + " MB. Make room, or choose another data directory.");
        }
    }

    /** Whether there is too little for a broker to start. */
    public static boolean isShort(Path dir) {
        try {
            return free(dir) < MIN_FREE_BYTES;
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits for room. False if what waits is closed before, or interrupted. */
    public static boolean comes(Path dir, CountDownLatch closing) {
        try {
            while (isShort(dir)) {
                if (closing.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            }
            return closing.getCount() > 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    static String describe(Path dir) {
        try {
            return "There are " + free(dir) / MB + " MB free for " + dir + ".";
        } catch (IOException e) {
            return "How much is free for " + dir + " is not known: " + FileTrouble.of(e) + ".";
        }
    }

    /** What is wrong, and what to do, for a person. */
    static String complaint(Path dir) {
        return "Expected room on the disk of " + dir + ", but it is full. Nothing is taken or decided until there are "
                + MIN_FREE_BYTES / MB + " MB: make room, and it goes on by itself.";
    }

    private static long free(Path dir) throws IOException {
        return Files.getFileStore(dir).getUsableSpace();
    }
}
