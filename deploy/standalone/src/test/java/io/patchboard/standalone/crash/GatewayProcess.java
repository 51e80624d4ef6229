package io.patchboard.standalone.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A gateway in a process of its own. */
final class GatewayProcess implements AutoCloseable {

    private final Process process;

    private GatewayProcess(Process process) {
        this.process = process;
    }

    static GatewayProcess start(String bootstrapServers, Path workers, String source) throws IOException {
        return new GatewayProcess(new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.patchboard.gateway.GatewayMain",
                        "--workers",
                        workers.toString(),
                        "--bootstrap-server",
                        bootstrapServers,
                        "--source",
                        source))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        workers.resolveSibling("gateways.log").toFile()))
                .start());
    }

    /** As {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
