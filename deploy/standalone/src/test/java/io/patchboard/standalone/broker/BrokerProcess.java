package io.patchboard.standalone.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A broker in a process of its own, to be killed. */
final class BrokerProcess implements AutoCloseable {

    private final Process process;
    private final String firstLine;

    private BrokerProcess(Process process, String firstLine) {
        this.process = process;
        this.firstLine = firstLine;
    }

    public static void main(String[] args) {
        try {
            EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(Path.of(args[0])));
            System.out.println(broker.bootstrapServers());
        } catch (BrokerStartException e) {
            System.out.println(e.reason() + " " + e.getMessage());
            System.exit(1);
        }
    }

    /** Returns as soon as the process has said whether it started. */
    static BrokerProcess start(Path dataDir) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerProcess.class.getName(),
                        dataDir.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return new BrokerProcess(process, String.valueOf(out.readLine()));
    }

    /** Its address, or why it did not start. */
    String firstLine() {
        return firstLine;
    }

    long pid() {
        return process.pid();
    }

    /** As kill -9 does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    boolean ended() throws InterruptedException {
        return process.waitFor(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
