package io.patchboard.bench.cli;

import io.patchboard.bench.process.Directories;
import io.patchboard.bench.process.PartMain;
import io.patchboard.bench.process.Role;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * How long people wait: for {@code up} on a new data directory until it is ready, and for the whole {@code demo}. And
 * how long what they are made of takes in the same JVM: the broker alone, and with plain Streams after it.
 */
@Command(
        name = "starts",
        description =
                "Seconds from the command until \"up\" is ready on a new data directory, and for all of \"demo\"; and what"
                        + " Kafka alone takes of them.",
        mixinStandardHelpOptions = true)
final class StartsCommand implements Callable<Integer> {

    private static final long STOP_SECONDS = 60;
    private static final String MAIN = "io.patchboard.standalone.cli.PatchBoard";
    private static final String UP = "up, cold";
    private static final String DEMO = "demo";
    private static final String BOTH = "broker and plain streams";
    private static final Optional<String> READY = Optional.of("ready ");

    private record Measured(String side, String what) {}

    /** @param jvm that was started, with its options; empty if that is not known */
    private record Started(double seconds, List<String> jvm) {}

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
        List<String> up = up().jvm();
        List<String> demo = demo().jvm();
        boolean limits = !up.isEmpty() && !demo.isEmpty();
        if (!limits) {
            System.err.println(
                    "Expected to find the JVM's command in /proc, but did not; what limits a start is left" + " out.");
        }
        Map<Measured, List<Double>> samples = new LinkedHashMap<>();
        for (int i = 0; i < (options.quick() ? 1 : times); i++) {
            add(samples, new Measured("patchboard", UP), up());
            add(samples, new Measured("patchboard", DEMO), demo());
            if (limits) {
                add(samples, new Measured("broker", UP), until(READY, part(up, Role.BROKER)));
                add(samples, new Measured(BOTH, UP), until(READY, part(up, Role.BROKER_AND_STREAMS)));
                add(samples, new Measured(BOTH, DEMO), until(Optional.empty(), part(demo, Role.BROKER_AND_STREAMS)));
            }
        }
        samples.forEach((measured, seconds) ->
                results.add(Measurement.of(measured.side(), measured.what(), Map.of(), "s", seconds)));
        results.save();
        return 0;
    }

    private static void add(Map<Measured, List<Double>> samples, Measured measured, Started started) {
        samples.computeIfAbsent(measured, one -> new ArrayList<>()).add(started.seconds());
    }

    private Started up() throws IOException {
        return until(READY, patchboard("up", "--kafka-port", "0", "--http-port", "0"));
    }

    private Started demo() throws IOException {
        return until(Optional.empty(), patchboard("demo", "--plain"));
    }

    /** A command, on a data directory. */
    private Function<Path, List<String>> patchboard(String... command) {
        return data -> {
            List<String> words = new ArrayList<>(program());
            words.addAll(List.of(command));
            words.addAll(List.of("--data-dir", data.toString()));
            return words;
        };
    }

    /** In a JVM like the one that the launcher started, its options and its class archive included. */
    private static Function<Path, List<String>> part(List<String> jvm, Role role) {
        return data -> {
            List<String> words = new ArrayList<>(jvm);
            words.addAll(List.of(PartMain.class.getName(), role.name(), "dir=" + data));
            // The archive goes with a class path that begins like its own.
            int classPath = words.indexOf("-cp") + 1;
            words.set(classPath, words.get(classPath) + File.pathSeparator + System.getProperty("java.class.path"));
            return words;
        };
    }

    /** Until a line comes that begins like this, or to its end; then it is stopped. */
    private static Started until(Optional<String> line, Function<Path, List<String>> command) throws IOException {
        Path dir = Files.createTempDirectory("patchboard-bench");
        List<String> words = command.apply(dir.resolve("data"));
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.outputWriter().close(); // what tells a part to end when it has started
        List<String> jvm = List.of();
        StringBuilder said = new StringBuilder();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String next = output.readLine(); next != null; next = output.readLine()) {
                double seconds = (System.nanoTime() - begin) / 1e9;
                jvm = jvm.isEmpty() ? jvm(process) : jvm;
                if (line.filter(next::startsWith).isPresent()) {
                    end(process, true, said);
                    return new Started(seconds, jvm);
                }
                said.append(next).append('\n');
            }
            end(process, false, said);
            return new Started((System.nanoTime() - begin) / 1e9, jvm);
        } finally {
            process.destroyForcibly();
            Directories.delete(dir);
        }
    }

    /** The command up to the main class; empty if it cannot be seen, or if the launcher has not come so far. */
    private static List<String> jvm(Process process) {
        try {
            Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
            List<String> words = Arrays.asList(Files.readString(file).split("\0", -1));
            return List.copyOf(words.subList(0, Math.max(0, words.indexOf(MAIN))));
        } catch (IOException e) {
            return List.of();
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
                MAIN);
    }
}
