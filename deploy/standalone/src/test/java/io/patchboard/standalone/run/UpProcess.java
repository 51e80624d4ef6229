package io.patchboard.standalone.run;

import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.jvm.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code patchboard up} in a process of its own, which can be killed. */
final class UpProcess implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("ready bootstrap=(\\S+) http=(\\S+)");

    private final Process process;
    private final String bootstrapServers;
    private final String http;

    private UpProcess(Process process, String bootstrapServers, String http) {
        this.process = process;
        this.bootstrapServers = bootstrapServers;
        this.http = http;
    }

    static UpProcess start(Path dataDir, int kafkaPort, String... more) throws IOException {
        List<String> command = ChildJvm.running(
                List.of("-Xmx512m"),
                PatchBoard.class,
                "up",
                "--data-dir",
                dataDir.toString(),
                "--kafka-port",
                Integer.toString(kafkaPort),
                "--http-port",
                "0");
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        Matcher ready = READY.matcher(line == null ? "" : line);
        if (!ready.matches()) {
            process.destroyForcibly();
            throw new IOException("Expected the ready line, but got: " + line);
        }
        return new UpProcess(process, ready.group(1), ready.group(2));
    }

    String bootstrapServers() {
        return bootstrapServers;
    }

    /** Where the HTTP API is. */
    String http() {
        return http;
    }

    /** As {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends it as Ctrl-C does, and returns the exit code. */
    int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            throw new IllegalStateException("Expected \"up\" to end within five minutes of SIGTERM, but it runs on.");
        }
        return process.exitValue();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
