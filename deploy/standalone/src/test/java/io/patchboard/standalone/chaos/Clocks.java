package io.patchboard.standalone.chaos;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Clocks that can be set, by libfaketime: each process reads how far its clock is off from a file, every second. Only
 * the time of day is false, as on a machine whose clock is set; what measures time goes on.
 */
final class Clocks {

    private static final String LIBRARY = "faketime/libfaketime.so.1";

    private static final Path SHARED = Path.of("/dev/shm");

    private final Path dir;
    private final Optional<Path> library;

    private Clocks(Path dir, Optional<Path> library) {
        this.dir = dir;
        this.library = library;
    }

    /** @param wanted whether clocks are to jump if the library is there */
    static Clocks in(Path dir, boolean wanted) throws IOException {
        return new Clocks(Files.createDirectories(dir), wanted ? library() : Optional.empty());
    }

    private static Optional<Path> library() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("/usr/lib"))) {
            return Stream.concat(folders, Stream.of(Path.of("/usr/local/lib")))
                    .map(folder -> folder.resolve(LIBRARY))
                    .filter(Files::isReadable)
                    .findFirst();
        }
    }

    boolean canJump() {
        return library.isPresent();
    }

    /** What a process needs in its environment. */
    Map<String, String> variables(String node) throws IOException {
        if (library.isEmpty()) {
            return Map.of();
        }
        set(node, Duration.ZERO);
        Map<String, String> variables = new HashMap<>();
        variables.put("LD_PRELOAD", library.get().toString());
        variables.put("FAKETIME_TIMESTAMP_FILE", file(node).toString());
        variables.put("FAKETIME_CACHE_DURATION", "1");
        for (String monotonic : List.of("DONT_FAKE_MONOTONIC", "FAKETIME_DONT_FAKE_MONOTONIC")) {
            variables.put(monotonic, "1");
        }
        // Its remedy for old C libraries has every timed wait of a JVM return at once, and all processors busy.
        variables.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
        return variables;
    }

    /**
     * Clears away what processes that were killed shared through the library: one that gets the same process id would
     * not start.
     */
    void sweep() throws IOException {
        if (library.isEmpty()) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(SHARED, "*faketime_*")) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                long pid = Long.parseLong(name.substring(name.lastIndexOf('_') + 1));
                if (ProcessHandle.of(pid).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Has its clock differ by so much from ours. */
    void set(String node, Duration ahead) throws IOException {
        Path next = dir.resolve(node + ".next");
        Files.writeString(next, String.format("%+d%n", ahead.toSeconds()));
        Files.move(next, file(node), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path file(String node) {
        return dir.resolve(node);
    }
}
