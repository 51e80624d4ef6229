package io.patchboard.standalone.broker;

import io.patchboard.standalone.jvm.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A broker in a process of its own, to be killed or stopped. */
public final class BrokerProcess implements AutoCloseable {

    private final Process process;
    private final String firstLine;

    private BrokerProcess(Process process, String firstLine) {
        this.process = process;
        this.firstLine = firstLine;
    }

    public static void main(String[] args) {
        try {
            EmbeddedBroker broker = EmbeddedBroker.start(
                    EmbeddedBrokerConfig.on(Path.of(args[0])).withKafkaPort(Integer.parseInt(args[1])));
            System.out.println(broker.bootstrapServers());
        } catch (BrokerStartException e) {
            System.out.println(e.reason() + " " + e.getMessage());
            System.exit(1);
        }
    }

    /** Returns as soon as the process has said whether it started. */
    static BrokerProcess start(Path dataDir) throws IOException {
        return start(dataDir, 0);
    }

    /** The same with a port; 0 for any. */
    public static BrokerProcess start(Path dataDir, int port) throws IOException {
        Process process = new ProcessBuilder(ChildJvm.running(
                        List.of("-Xmx512m"), BrokerProcess.class, dataDir.toString(), Integer.toString(port)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return new BrokerProcess(process, String.valueOf(out.readLine()));
    }

    /** Its address, or why it did not start. */
    public String firstLine() {
        return firstLine;
    }

    long pid() {
        return process.pid();
    }

    /** As kill -9 does. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Has it stand still until {@link #goOn}; its connections stay open. */
    public void stand() throws IOException, InterruptedException {
        signal("STOP");
    }

    public void goOn() throws IOException, InterruptedException {
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

    boolean ended() throws InterruptedException {
        return process.waitFor(5, TimeUnit.MINUTES);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
