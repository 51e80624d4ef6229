package io.patchboard.standalone.broker;

import io.patchboard.standalone.broker.BrokerStartException.Reason;
import io.patchboard.text.FileTrouble;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/** Makes a directory into Kafka storage on the first start, and looks for trouble that Kafka would only meet later. */
final class Storage {

    private Storage() {}

    /** Leaves a formatted log directory behind, whose cluster id never changes afterwards. */
    static void prepare(Path logDir) {
        try {
            Files.createDirectories(logDir);
            DiskRoom.require(logDir);
            if (Files.notExists(logDir.resolve("meta.properties"))) {
                format(logDir);
            }
        } catch (BrokerStartException e) {
            throw e;
        } catch (Exception e) { // Formatter#run declares it
            throw new BrokerStartException(
                    Reason.DIRECTORY_UNUSABLE,
                    "Expected to prepare the directory " + logDir + " for Kafka, but " + FileTrouble.of(e)
                            + ". Make it writable, or choose another data directory.",
                    e);
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
