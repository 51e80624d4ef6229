package io.patchboard.standalone.broker;

import io.patchboard.standalone.broker.BrokerStartException.Reason;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * One server at a time on one data directory. The operating system drops the lock when its process ends, however it
 * ends, so there is never a stale lock to delete by hand. Kafka has a lock of its own, but takes it late and does not
 * say who holds it.
 */
public final class DataDirectoryLock implements AutoCloseable {

    private final FileChannel channel;

    private DataDirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws BrokerStartException if the directory is in use or unusable */
    public static DataDirectoryLock acquire(Path dataDir) {
        try {
            Files.createDirectories(dataDir);
            FileChannel channel = FileChannel.open(
                    dataDir.resolve("broker.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!tryLock(channel)) {
                channel.close();
                throw inUse(dataDir);
            }
            writeOwner(dataDir);
            return new DataDirectoryLock(channel);
        } catch (IOException e) {
            throw new BrokerStartException(
                    Reason.DIRECTORY_UNUSABLE,
                    "Expected to create and write the data directory " + dataDir + ", but " + FileTrouble.of(e)
                            + ". Make it writable, or choose another data directory.",
                    e);
        }
    }

    @SuppressWarnings("resource") // the lock lives as long as its channel, which close() closes
    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    /** Beside the lock and not in it: where locks are mandatory, nobody else could read it. */
    private static void writeOwner(Path dataDir) throws IOException {
        ProcessHandle self = ProcessHandle.current();
        Files.writeString(
                ownerFile(dataDir),
                "process " + self.pid() + ", since " + Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    private static BrokerStartException inUse(Path dataDir) {
        return new BrokerStartException(
                Reason.DIRECTORY_IN_USE,
                "Expected to be the only server on the data directory " + dataDir + ", but it is in use ("
                        + readOwner(dataDir)
                        + "). Stop that process, use it with --bootstrap-server or --url, or choose another data"
                        + " directory.");
    }

    private static String readOwner(Path dataDir) {
        try {
            return Files.readString(ownerFile(dataDir));
        } catch (IOException e) {
            return "by an unknown process; " + FileTrouble.of(e);
        }
    }

    private static Path ownerFile(Path dataDir) {
        return dataDir.resolve("broker.owner");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("Expected to release the lock of a data directory, but that failed.", e);
        }
    }
}
