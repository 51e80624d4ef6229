package io.patchboard.standalone.crash;

import io.patchboard.kernel.app.KernelMain;
import io.patchboard.standalone.jvm.ChildJvm;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A kernel, and nothing else, in a process of its own. */
public final class KernelProcess implements AutoCloseable {

    private static final String READY = "Kernel ready.";

    private final Process process;
    private final Path output;
    private final long startedNanos = System.nanoTime();
    private final CompletableFuture<Duration> ready = new CompletableFuture<>();

    private KernelProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * @param home what the kernel keeps between its lives: its stores and its name within the group
     * @param settings environment variables besides those that every kernel needs
     */
    static KernelProcess start(String bootstrapServers, Path home, Map<String, String> settings) throws IOException {
        return start(List.of(), bootstrapServers, home, settings);
    }

    /** @param within words before the command, that have it run elsewhere */
    public static KernelProcess start(
            List<String> within, String bootstrapServers, Path home, Map<String, String> settings) throws IOException {
        Files.createDirectories(home);
        List<String> command = ChildJvm.running(KernelMain.class);
        command.addAll(0, within);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(settings);
        builder.environment()
                .putAll(Map.of(
                        "PATCHBOARD_BOOTSTRAP_SERVERS",
                        bootstrapServers,
                        "PATCHBOARD_SECRET",
                        "a secret of some bytes",
                        "PATCHBOARD_STATE_DIR",
                        home.resolve("streams").toString(),
                        "PATCHBOARD_QUEUES",
                        "default"));
        Process process = builder.redirectErrorStream(true).start();
        KernelProcess kernel = new KernelProcess(process, home.resolve("output.txt"));
        Thread reader = new Thread(kernel::readOutput, "kernel-output-" + process.pid());
        reader.setDaemon(true);
        reader.start();
        return kernel;
    }

    private void readOutput() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
                BufferedWriter copy =
                        Files.newBufferedWriter(output, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.endsWith(READY)) {
                    ready.complete(Duration.ofNanos(System.nanoTime() - startedNanos));
                }
                copy.write(line);
                copy.newLine();
                copy.flush();
            }
        } catch (IOException e) {
            ready.completeExceptionally(new UncheckedIOException(e));
        }
    }

    /** Waits until it serves, and returns how long that took from the start of the process. */
    Duration awaitReady(Duration longest) throws InterruptedException, IOException {
        long end = System.nanoTime() + longest.toNanos();
        while (!ready.isDone()) {
            if (!runsFor(Duration.ofMillis(5)) || System.nanoTime() > end) {
                throw unexpected("to be ready within " + longest.toSeconds() + " s");
            }
        }
        return ready.join();
    }

    /** Lets it run, and says whether it still does after that time. */
    boolean runsFor(Duration time) throws InterruptedException {
        return !process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Lets it run for exactly that long, and then kills it as {@code kill -9} does. It must not have ended before. */
    void killAfter(Duration time) throws InterruptedException, IOException {
        if (!runsFor(time)) {
            throw unexpected("to run until it is killed");
        }
        process.destroyForcibly().waitFor();
    }

    /** Has it stand still until {@link #goOn}; its connections stay open. */
    void stand() throws IOException, InterruptedException {
        signal("STOP");
    }

    void goOn() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("Expected kill -" + name + " to exit with 0, but it did with " + exit + ".");
        }
    }

    /** As SIGTERM does: it ends when it has committed what it decided, and has left its group. */
    void stop() throws InterruptedException, IOException {
        process.destroy();
        if (runsFor(Duration.ofMinutes(5))) {
            throw unexpected("to end within five minutes of SIGTERM");
        }
    }

    public boolean isReady() {
        return ready.isDone();
    }

    public Process process() {
        return process;
    }

    private IllegalStateException unexpected(String what) throws IOException {
        List<String> lines = Files.exists(output) ? Files.readAllLines(output) : List.of();
        return new IllegalStateException("Expected the kernel " + what + ", but it "
                + (process.isAlive() ? "runs without saying so" : "ended with exit code " + process.exitValue()) + ":\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size())));
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
