package io.patchboard.standalone.broker;

import io.patchboard.standalone.broker.BrokerStartException.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/** Makes a directory into Kafka storage on the first start, and looks for trouble that Kafka would only meet later. */
final class Storage {

    /** Kafka maps index files ahead of their use; below this a start ends in the middle. */
    private static final long MIN_FREE_BYTES = 64L * 1024 * 1024;

    private Storage() {}

    /** Leaves a formatted log directory behind, whose cluster id never changes afterwards. */
    static void prepare(Path logDir) {
        try {
            Files.createDirectories(logDir);
            requireRoom(logDir);
            if (Files.notExists(logDir.resolve("meta.properties"))) {
                format(logDir);
            }
        } catch (BrokerStartException e) {
            throw e;
        } catch (Exception e) { // Formatter#run declares it
            throw new BrokerStartException(
                    Reason.DIRECTORY_UNUSABLE,
                    "Expected to prepare the directory " + logDir + " for Kafka, but that failed (" + e
                            + "). Make it writable, or choose another data directory.",
                    e);
        }
    }

    private static void requireRoom(Path logDir) throws IOException {
        long free = Files.getFileStore(logDir).getUsableSpace();
        if (free < MIN_FREE_BYTES) {
            throw new BrokerStartException(
                    Reason.DIRECTORY_UNUSABLE,
                    "Expected at least " + MIN_FREE_BYTES / (1024 * 1024) + " MB of free space for " + logDir
                            + ", but there are " + free / (1024 * 1024)
                            + " MB. Make room, or choose another data directory.");
        }
    }

    static String describeRoom(Path logDir) {
        try {
            long free = Files.getFileStore(logDir).getUsableSpace();
            return "There are " + free / (1024 * 1024) + " MB free for " + logDir + ".";
        } catch (IOException e) {
            return "The directory " + logDir + " cannot be read (" + e + ").";
        }
    }

    private static void format(Path logDir) throws Exception {
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setNodeId(BrokerSettings.NODE_ID)
                .setClusterId(Uuid.randomUuid().toString())
                .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
                .addDirectory(logDir.toString())
                .setMetadataLogDirectory(logDir.toString())
                .run();
    }
}
