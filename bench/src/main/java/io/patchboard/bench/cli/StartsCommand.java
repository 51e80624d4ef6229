package io.patchboard.bench.cli;

import io.patchboard.bench.process.Directories;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long people wait: for {@code up} on a new data directory until it is ready, and for the whole {@code demo}. */
@Command(
        name = "starts",
        description =
                "Seconds from the command until \"up\" is ready on a new data directory, and for all of \"demo\".",
        mixinStandardHelpOptions = true)
final class StartsCommand implements Callable<Integer> {

    private static final long STOP_SECONDS = 60;

    @Mixin
    private ResultOptions options;

    @Option(
            names = "--launcher",
            paramLabel = "FILE",
            defaultValue = "patchboard",
            description = "What starts it (default: ${DEFAULT-VALUE}, in the source tree).")
    private Path launcher;

    @Option(names = "--times", defaultValue = "7", description = "Of each (default: ${DEFAULT-VALUE}).")
    private int times;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("starts");
        // What has changed is built first, and the disk's cache filled.
        up();
        List<Double> ups = new ArrayList<>();
        List<Double> demos = new ArrayList<>();
        for (int i = 0; i < (options.quick() ? 1 : times); i++) {
            ups.add(up());
            demos.add(demo());
        }
        results.add(Measurement.of("patchboard", "up, cold", Map.of(), "s", ups));
        results.add(Measurement.of("patchboard", "demo", Map.of(), "s", demos));
        results.save();
        return 0;
    }

    private double up() throws IOException {
        return until(line -> line.startsWith("ready "), "up", "--kafka-port", "0", "--http-port", "0");
    }

    private double demo() throws IOException {
        return until(line -> false, "demo", "--plain");
    }

    /** Seconds until a line comes, or to its end; then it is stopped. */
    private double until(Predicate<String> line, String... command) throws IOException {
        Path dir = Files.createTempDirectory("patchboard-bench");
        List<String> words = new ArrayList<>(program());
        words.addAll(List.of(command));
        words.addAll(List.of("--data-dir", dir.resolve("data").toString()));
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        StringBuilder said = new StringBuilder();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            String next = output.readLine();
            while (next != null && !line.test(next)) {
                said.append(next).append('\n');
                next = output.readLine();
            }
            if (next != null) {
                double seconds = (System.nanoTime() - begin) / 1e9;
                end(process, true, said);
                return seconds;
            }
            end(process, false, said);
            return (System.nanoTime() - begin) / 1e9;
        } finally {
            process.destroyForcibly();
            Directories.delete(dir);
        }
    }

    private static void end(Process process, boolean stopped, StringBuilder said) {
        try {
            if (stopped) {
                process.destroy();
            }
            boolean over = process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
            if (!over || (!stopped && process.exitValue() != 0)) {
                throw new IllegalStateException("Expected it to work and to end, but it said: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the end of a command.", e);
        }
    }

    /** The launcher; or, to see whether all works, what it starts. */
    private List<String> program() {
        if (!options.quick()) {
            return List.of(launcher.toAbsolutePath().toString());
        }
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.patchboard.standalone.cli.PatchBoard");
    }
}
