package io.patchboard.standalone.cli.preset;

import io.patchboard.standalone.cli.base.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes the files of a preset, all or none where some are there already. */
final class PresetFiles {

    private PresetFiles() {}

    /**
     * @param texts the text of each file, by its name
     * @throws CliException if a file is there and may not be replaced, or cannot be written
     */
    static void write(Path folder, Map<String, String> texts, boolean force) {
        for (String name : texts.keySet()) {
            Path file = folder.resolve(name);
            if (!force && Files.exists(file)) {
                throw CliException.failed("Expected to write " + file
                        + ", but it is already there. Choose another folder with -o, or replace it with --force.");
            }
        }
        texts.forEach((name, text) -> write(folder.resolve(name), text));
    }

    private static void write(Path file, String text) {
        try {
            if (file.getParent() != null) {
                Files.createDirectories(file.getParent());
            }
            Files.writeString(file, text);
        } catch (IOException e) {
            throw CliException.failed("Expected to write " + file + ", but " + e + ".");
        }
    }
}
