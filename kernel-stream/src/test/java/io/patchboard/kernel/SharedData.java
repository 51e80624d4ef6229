package io.patchboard.kernel;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.opentest4j.TestAbortedException;

/**
 * Other people's test suites, in the {@code shared/data} folder of some parent of the working directory. Tests of
 * suites that are not there are skipped, and say so.
 */
public final class SharedData {

    private SharedData() {}

    public static Path folder(String name) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path candidate = at.resolve("shared").resolve("data").resolve(name);
            if (Files.isDirectory(candidate)) {
                return candidate;
            }
        }
        throw new TestAbortedException(
                "Skipped: the conformance suite shared/data/" + name + " is not in a parent of the working directory.");
    }

    public static Json json(Path file) {
        try {
            return JsonReader.parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
