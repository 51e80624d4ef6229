package io.patchboard.standalone.cli.base;

import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes files that a user goes on with, all or none where some are there already. */
public final class NewFiles {

    private NewFiles() {}

    /**
     * @param texts the text of each file, by its name
     * @throws CliException if a file is there and may not be replaced, or cannot be written
     */
    public static void write(Path folder, Map<String, String> texts, boolean force) {
        for (String name : texts.keySet()) {
            Path file = folder.resolve(name);
            if (!force && Files.exists(file)) {
                throw CliException.failed("Expected to write " + file
                        + ", but it is already there. Choose another place, or replace it with --force.");
            }
        }
        texts.forEach((name, text) -> write(folder.resolve(name), text));
    }

    /** In place of what is there. */
    public static void write(Path file, String text) {
        try {
            if (file.getParent() != null) {
                Files.createDirectories(file.getParent());
            }
            Files.writeString(file, text);
        } catch (IOException e) {
            throw CliException.failed("Expected to write " + file + ", but " + FileTrouble.of(e) + ".");
        }
    }
}
