package io.patchboard.standalone.jvm;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * What the launcher's build makes, of what is tested: jars, and the archive of their classes. Many commands take half
 * of the processor time with it.
 */
public final class BuiltApp {

    private static final String STANDALONE = "patchboard-standalone.jar";

    private final Path archive;
    private final List<Path> jars = new ArrayList<>();

    private BuiltApp(Path dir) {
        archive = dir.resolve("classes.jsa");
    }

    /** @param dir a folder that is not there yet */
    public static BuiltApp in(Path dir) throws IOException, InterruptedException {
        BuiltApp app = new BuiltApp(Files.createDirectories(dir));
        Path tested = tested();
        app.jars.add(jar(tested, dir.resolve(STANDALONE)));
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(part);
            if (!Files.isDirectory(path)) {
                app.jars.add(path);
            } else if (!path.equals(tested) && !path.endsWith("test-classes")) {
                app.jars.add(jar(path, dir.resolve(app.jars.size() + ".jar")));
            }
        }
        app.makeArchive();
        return app;
    }

    /** The same with the tests' own programs. */
    static BuiltApp withTests(Path dir) throws IOException, InterruptedException {
        BuiltApp app = new BuiltApp(Files.createDirectories(dir));
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(part);
            app.jars.add(Files.isDirectory(path) ? jar(path, dir.resolve(app.jars.size() + ".jar")) : path);
        }
        app.makeArchive();
        return app;
    }

    private static Path tested() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> Files.isRegularFile(path.resolve("io/patchboard/standalone/cli/WarmUp.class")))
                .findFirst()
                .orElseThrow();
    }

    private static Path jar(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> files = Files.walk(classes)) {
            out.setLevel(1);
            files.filter(Files::isRegularFile).forEach(path -> {
                try {
                    out.putNextEntry(new ZipEntry(classes.relativize(path).toString()));
                    Files.copy(path, out);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return jar;
    }

    private void makeArchive() throws IOException, InterruptedException {
        Path log = archive.resolveSibling("log");
        int exitCode = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-XX:ArchiveClassesAtExit=" + archive,
                        "-cp",
                        classpath(),
                        "io.patchboard.standalone.cli.WarmUp")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (exitCode != 0) {
            throw new IOException(Files.readString(log));
        }
    }

    Path archive() {
        return archive;
    }

    public String classpath() {
        return String.join(File.pathSeparator, jars.stream().map(Path::toString).toList());
    }
}
