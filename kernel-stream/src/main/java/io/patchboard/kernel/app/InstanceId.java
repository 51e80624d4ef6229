package io.patchboard.kernel.app;

import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** A name for this instance that outlives its process, so that the group knows it again after a crash. */
final class InstanceId {

    private static final String FILE = "instance-id";

    private InstanceId() {}

    static String of(Path stateDir) {
        Path file = stateDir.resolve(FILE);
        try {
            if (Files.exists(file) && Files.size(file) > 0) {
                return Files.readString(file).strip();
            }
            Files.createDirectories(stateDir);
            String id = UUID.randomUUID().toString();
            Files.writeString(file, id);
            return id;
        } catch (IOException e) {
            throw new KernelStartException(
                    "Expected a state directory that can be written at " + stateDir + ", but " + FileTrouble.of(e)
                            + ".",
                    e);
        }
    }
}
