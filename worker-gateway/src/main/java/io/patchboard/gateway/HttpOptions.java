package io.patchboard.gateway;

import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.http.HttpToken;
import io.patchboard.gateway.http.api.WorkerApiConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a gateway's command line says of HTTP.
 *
 * @param server absent if it shall not serve HTTP
 * @param url where others find it, if it is not where it listens
 * @param group in which HTTP servers share polled queues
 * @param rest the other arguments
 */
record HttpOptions(Optional<HttpServerConfig> server, Optional<URI> url, String group, String[] rest) {

    static final String USAGE =
            "                   [--http-port P [--http-host H] [--http-token-file F] [--http-url URL] [--http-group NAME]]\n";

    private static final Set<String> NAMES =
            Set.of("--http-port", "--http-host", "--http-token-file", "--http-url", "--http-group");

    /** @throws IllegalArgumentException if they cannot be followed */
    static HttpOptions of(String[] args, Map<String, String> environment) {
        Map<String, String> options = new HashMap<>();
        List<String> rest = new ArrayList<>();
        for (int i = 0; i < args.length; i += 2) {
            boolean complete = i + 1 < args.length;
            if (complete && NAMES.contains(args[i])) {
                options.put(args[i], args[i + 1]);
            } else {
                rest.add(args[i]);
                if (complete) {
                    rest.add(args[i + 1]);
                }
            }
        }
        if (!options.isEmpty() && !options.containsKey("--http-port")) {
            throw new IllegalArgumentException(
                    "Expected --http-port with " + options.keySet() + ", but got none, so nothing would listen.");
        }
        return new HttpOptions(
                Optional.ofNullable(options.get("--http-port")).map(port -> server(port, options, environment)),
                Optional.ofNullable(options.get("--http-url")).map(URI::create),
                options.getOrDefault("--http-group", WorkerApiConfig.DEFAULT_GROUP),
                rest.toArray(String[]::new));
    }

    private static HttpServerConfig server(String port, Map<String, String> options, Map<String, String> environment) {
        return HttpServerConfig.onPort(number(port))
                .withHost(
                        options.getOrDefault("--http-host", HttpServerConfig.LOOPBACK),
                        HttpToken.find(
                                Optional.ofNullable(options.get("--http-token-file"))
                                        .map(Path::of),
                                environment));
    }

    private static int number(String port) {
        try {
            int number = Integer.parseInt(port);
            if (number >= 0 && number <= 65_535) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, like a number that is none of a port.
        }
        throw new IllegalArgumentException("Expected 0 to 65535 for --http-port, but got " + port + ".");
    }
}
