package io.patchboard.gateway;

import io.patchboard.gateway.http.Callers;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.http.api.WorkerApiConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** Mixin: what a gateway's command line says of HTTP. */
final class HttpOptions {

    private static final int LAST_PORT = 65_535;

    @Option(
            names = "--http-port",
            paramLabel = "P",
            description = "Serve boards and workers over HTTP at this port; 0 takes any free one. Default: not served.")
    private Optional<Integer> port = Optional.empty();

    @Option(
            names = "--http-host",
            paramLabel = "HOST",
            description =
                    "Listen there; on anything but loopback callers need tokens. Default: " + HttpServerConfig.LOOPBACK)
    private Optional<String> host = Optional.empty();

    @Option(
            names = "--http-token-file",
            paramLabel = "FILE",
            description = "The token that callers must bring. Default: the environment variable "
                    + Callers.TOKEN_VARIABLE + ".")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--principals",
            paramLabel = "FILE",
            description =
                    "Who may call, with which tokens, and do what: a principals.yaml, read again when it changes.")
    private Optional<Path> principalsFile = Optional.empty();

    @Option(
            names = "--http-url",
            paramLabel = "URL",
            description = "Where workers that answer later find it. Default: where it listens; with 0.0.0.0, nowhere")
    private Optional<URI> url = Optional.empty();

    @Option(
            names = "--http-group",
            paramLabel = "NAME",
            description =
                    "The group of a polled queue is this, - and the queue. Default: " + WorkerApiConfig.DEFAULT_GROUP)
    private Optional<String> group = Optional.empty();

    /**
     * Absent if HTTP shall not be served.
     *
     * @throws IllegalArgumentException if the options cannot be followed
     */
    Optional<HttpServerConfig> server(Map<String, String> environment) {
        if (port.isEmpty()) {
            refuseOthers();
            return Optional.empty();
        }
        int number = port.get();
        if (number < 0 || number > LAST_PORT) {
            throw new IllegalArgumentException(
                    "Expected 0 to " + LAST_PORT + " for --http-port, but got " + number + ".");
        }
        return Optional.of(HttpServerConfig.onPort(number)
                .withHost(
                        host.orElse(HttpServerConfig.LOOPBACK), Callers.find(principalsFile, tokenFile, environment)));
    }

    private void refuseOthers() {
        Map<String, Optional<?>> others = new TreeMap<>(Map.of(
                "--http-host",
                host,
                "--http-token-file",
                tokenFile,
                "--principals",
                principalsFile,
                "--http-url",
                url,
                "--http-group",
                group));
        others.values().removeIf(Optional::isEmpty);
        if (!others.isEmpty()) {
            throw new IllegalArgumentException(
                    "Expected --http-port with " + others.keySet() + ", but got none, so nothing would listen.");
        }
    }

    /** Where others find it, if it is not where it listens. */
    Optional<URI> url() {
        return url;
    }

    /** In which HTTP servers share polled queues. */
    String group() {
        return group.orElse(WorkerApiConfig.DEFAULT_GROUP);
    }
}
