package io.patchboard.standalone.workers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folder {@code examples/workers}, and the tools that its programs need. */
public final class Examples {

    /** Debian's packages are for Debian's Python, which need not be the one on the path; others are in environments. */
    private static final List<String> PYTHONS = Stream.of(
                    System.getenv().getOrDefault("PATCHBOARD_PYTHON", ""), "/usr/bin/python3", "python3")
            .filter(python -> !python.isEmpty())
            .toList();

    public static final Path REPOSITORY = Path.of("..", "..").toAbsolutePath().normalize();

    private static final Path FOLDER = REPOSITORY.resolve("examples").resolve("workers");

    private Examples() {}

    public static Path file(String name) {
        return FOLDER.resolve(name);
    }

    /** Skips the test where the program is missing. */
    public static void need(String debianPackage, String... probe) {
        assumeTrue(
                succeeds(probe),
                "Skipped: " + String.join(" ", probe) + " does not run here. On Debian: apt-get install "
                        + debianPackage);
    }

    /** A Python that has the modules; skips the test where there is none. */
    public static String pythonWith(String modules, String howToGetThem) {
        return Stream.concat(PYTHONS.stream(), Stream.of(""))
                .filter(python -> python.isEmpty() || succeeds(python, "-c", "import " + modules))
                .findFirst()
                .filter(python -> {
                    assumeTrue(
                            !python.isEmpty(),
                            "Skipped: no Python here has " + modules + ". To get it: " + howToGetThem);
                    return true;
                })
                .orElseThrow();
    }

    private static boolean succeeds(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
