package io.patchboard.standalone.crash;

import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.GatewayMain;
import io.patchboard.standalone.jvm.ChildJvm;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A gateway in a process of its own. */
public final class GatewayProcess implements AutoCloseable {

    /** That it has found the topic of a queue. What it has said before is only that it runs, and a broker answers. */
    private static final String READING = " Reading [";

    /** In characters: the threads of some gateways, and some hundred lines. */
    private static final int MOST_SAID = 400_000;

    private final Process process;
    private final WorkJournal journal;

    /** What all gateways with this configuration say, and how much it was when this one began. */
    private final Path output;

    private final long saidBefore;
    private boolean isReading;

    private GatewayProcess(Process process, Path journals, Path output, long saidBefore) {
        this.process = process;
        this.journal = WorkJournal.of(journals, process.pid());
        this.output = output;
        this.saidBefore = saidBefore;
    }

    /** What its workers did. */
    WorkJournal journal() {
        return journal;
    }

    public static GatewayProcess start(String bootstrapServers, Path workers, String source) throws IOException {
        return start(List.of(), bootstrapServers, workers, source, Map.of());
    }

    /**
     * @param within words before the command, that have it run elsewhere
     * @param environment more variables
     */
    public static GatewayProcess start(
            List<String> within, String bootstrapServers, Path workers, String source, Map<String, String> environment)
            throws IOException {
        Path journals = Files.createDirectories(workers.resolveSibling("journals"));
        List<String> command = ChildJvm.running(
                List.of("-D" + WorkJournal.DIRECTORY + "=" + journals),
                GatewayMain.class,
                "--workers",
                workers.toString(),
                "--bootstrap-server",
                bootstrapServers,
                "--source",
                source);
        command.addAll(0, within);
        Path output = workers.resolveSibling("gateways.log");
        long saidBefore = Files.exists(output) ? Files.size(output) : 0;
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        builder.environment().putAll(environment);
        return new GatewayProcess(builder.start(), journals, output, saidBefore);
    }

    /**
     * Whether it takes invocations with a share group, as it has said. Others with its configuration must not start at
     * the same time.
     */
    public synchronized boolean isReading() {
        if (!isReading) {
            try (InputStream said = Files.newInputStream(output)) {
                said.skipNBytes(saidBefore);
                isReading = new String(said.readAllBytes(), StandardCharsets.UTF_8).contains(READING);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return isReading;
    }

    /** The end of what gateways have said, all in one file, and what the threads of each do now. */
    static String atALoss(List<GatewayProcess> gateways) throws IOException, InterruptedException {
        if (gateways.isEmpty()) {
            return "";
        }
        for (GatewayProcess gateway : gateways) {
            gateway.signal("-QUIT");
        }
        Path output = gateways.get(0).output;
        await().atMost(Duration.ofMinutes(1)).until(() -> dumps(Files.readString(output)) >= gateways.size());
        String said = Files.readString(output);
        return said.substring(Math.max(0, said.length() - MOST_SAID));
    }

    /** JVMs whose threads are all told. */
    private static long dumps(String said) {
        return said.lines().filter(line -> line.startsWith("JNI global refs")).count();
    }

    public Process process() {
        return process;
    }

    /** As {@code kill -9} does. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** As SIGTERM does: it ends when what it works on is done. */
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            throw new IllegalStateException("Expected the gateway to end within five minutes of SIGTERM.");
        }
    }

    /** It stands still, with its connections open and its locks held, until it {@linkplain #wake wakes}. */
    void hang() throws IOException, InterruptedException {
        signal("-STOP");
    }

    void wake() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", name, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("Expected to send " + name + " to process " + process.pid() + ", but failed.");
        }
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
