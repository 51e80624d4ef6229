package io.patchboard.standalone.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Settings for {@code --config}: those of a Kafka that may take its time, as it does where much else is done. */
public final class PatientSettings {

    private PatientSettings() {}

    /** Writes them into a directory, and says where. */
    public static Path in(Path dir) throws IOException {
        return Files.writeString(
                dir.resolve("patient.properties"), "default.api.timeout.ms=600000\nrequest.timeout.ms=300000\n");
    }
}
