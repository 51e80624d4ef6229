package io.patchboard.standalone.run;

import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A directory that is gone when it is closed. */
public final class TemporaryDir implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TemporaryDir.class);

    private final Path path;

    private TemporaryDir(Path path) {
        this.path = path;
    }

    /** @throws StartFailedException if it cannot be made */
    public static TemporaryDir create() {
        try {
            return new TemporaryDir(Files.createTempDirectory("patchboard-"));
        } catch (IOException e) {
            throw new StartFailedException(
                    "Expected to make a temporary directory, but " + FileTrouble.of(e)
                            + ". Make room, or name a directory with --data-dir.",
                    e);
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            LOG.warn("Expected to delete the temporary directory {}, but that failed: {}", path, e.toString());
        }
    }
}
