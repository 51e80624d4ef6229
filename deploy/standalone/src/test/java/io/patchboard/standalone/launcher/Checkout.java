package io.patchboard.standalone.launcher;

import io.patchboard.standalone.jvm.BuiltApp;
import io.patchboard.standalone.workers.Examples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A folder that the launcher takes for a checkout whose last build is this test's class path: a command starts what is
 * tested, and builds nothing. Of the sources it has the examples, and something in place of all that the launcher looks
 * at.
 */
final class Checkout {

    private static final long MOST_SECONDS = 300;

    private final Path home;
    private final Map<String, String> environment = new LinkedHashMap<>();

    private Checkout(Path home) {
        this.home = home;
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("PATCHBOARD_JAVA_OPTS", "-Xmx512m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    }

    /** @param home a folder that is not there yet */
    static Checkout at(Path home) throws IOException {
        for (String folder : List.of("target/app", ".mvn", "docs", "deploy/standalone/src/main")) {
            Files.createDirectories(home.resolve(folder));
        }
        for (String file : List.of("pom.xml", "docs/blueprint.md", "deploy/standalone/pom.xml")) {
            Files.createFile(home.resolve(file));
        }
        copy(Examples.REPOSITORY.resolve("patchboard"), home.resolve("patchboard"));
        copy(Examples.REPOSITORY.resolve("examples"), home.resolve("examples"));
        Checkout checkout = new Checkout(home.toRealPath());
        checkout.pretendBuilt();
        return checkout;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (!Files.isDirectory(file)) {
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    private void pretendBuilt() throws IOException {
        write("target/app/classpath", System.getProperty("java.class.path"));
        write("target/app/java", System.getProperty("java.home") + "/bin/java");
        write("target/app/home", home.toString());
        write("target/app/stamp", "");
    }

    Path home() {
        return home;
    }

    void write(String file, String text) throws IOException {
        Files.writeString(home.resolve(file), text);
    }

    /** Runs this in place of the test's class path. */
    Checkout of(BuiltApp app) throws IOException {
        write("target/app/classpath", app.classpath());
        return this;
    }

    /** Has a program in place of a JVM. */
    Checkout on(Path jdk) throws IOException {
        write("target/app/java", jdk + "/bin/java");
        return with("JAVA_HOME", jdk.toString());
    }

    /** For what is started from now on. */
    Checkout with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /**
     * Starts a command line of a shell in a folder of the checkout; what it says goes into a file beside the checkout.
     */
    Running start(String folder, String commandLine) throws IOException {
        Path output = Files.createTempFile(home.getParent(), "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", "exec " + commandLine)
                .directory(home.resolve(folder).toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("PATCHBOARD_"));
        builder.environment().putAll(environment);
        return new Running(builder.start(), output);
    }

    record Running(Process process, Path outputFile) implements AutoCloseable {

        String output() throws IOException {
            return Files.readString(outputFile, StandardCharsets.UTF_8);
        }

        /** The exit code; what takes far longer than a busy machine needs is ended. */
        int await() throws InterruptedException {
            if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                close();
            }
            return process.waitFor();
        }

        /** Asks it to end, as Ctrl-C does, and waits. */
        void stop() throws InterruptedException {
            process.destroy();
            await();
        }

        /** Ends it with what it started. */
        @Override
        public void close() {
            List<ProcessHandle> tree = process.descendants().toList();
            process.destroyForcibly();
            tree.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
