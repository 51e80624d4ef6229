package io.patchboard.json;

import java.nio.file.Files;
import java.nio.file.Path;
import org.opentest4j.TestAbortedException;

/**
 * Finds other people's conformance suites: {@code -Dpatchboard.data=...}, else {@code shared/data} up the tree. Tests
 * of suites that are not there are skipped, and say so.
 */
public final class SharedData {

    private SharedData() {}

    public static Path file(String name) {
        Path file = root().resolve(name);
        if (!Files.exists(file)) {
            throw new IllegalStateException("Expected the test data " + file + ", but there is none.");
        }
        return file;
    }

    private static Path root() {
        String configured = System.getProperty("patchboard.data", "");
        if (!configured.isEmpty()) {
            return Path.of(configured);
        }
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("shared/data"))) {
                return folder.resolve("shared/data");
            }
        }
        throw new TestAbortedException("Skipped: the conformance suites are not in a folder shared/data in " + start
                + " or above; name it with -Dpatchboard.data=FOLDER.");
    }
}
