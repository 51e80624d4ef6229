package io.patchboard.gateway;

import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.http.HttpStartException;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.source.SourceKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a gateway as a program of its own until it is told to end. Exit code 1 where it cannot start or go on. */
public final class GatewayMain {

    private static final Logger LOG = LoggerFactory.getLogger(GatewayMain.class);
    private static final String USAGE = """
            Usage: GatewayMain --workers FILE [--bootstrap-server HOST:PORT] [--group NAME] [--topic-prefix PREFIX]
                               [--queue NAME]... [--source auto|share|consumer|classic] [--max-in-flight N]
                               [--max-parked N] [--drain-seconds N] [--property KEY=VALUE]...
            """;

    private GatewayMain() {}

    public static void main(String[] args) {
        try {
            HttpOptions options = HttpOptions.of(args, System.getenv());
            Optional<GatewayHttp> http = options.server().map(server -> GatewayHttp.start(server, options));
            GatewayConfig config =
                    config(options.rest(), http.map(GatewayHttp::callbacks).orElseGet(Callbacks::none));
            Gateway gateway = Gateway.start(config);
            http.ifPresent(api -> api.serve(config));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close(http, gateway), "patchboard-gateway-shutdown"));
            http.ifPresent(api -> System.out.println("listening http=" + api.url()));
            System.out.println("started group=" + config.groupId() + " workers="
                    + String.join(
                            ",", config.workers().keySet().stream().sorted().toList()));
            // Not on the gateway's thread: the shutdown waits for that one to end.
            gateway.failure().toCompletableFuture().join();
        } catch (ConfigException | IllegalArgumentException | KafkaException | HttpStartException e) {
            LOG.error("{}\n{}{}", e.getMessage(), USAGE, HttpOptions.USAGE);
        }
        System.exit(1);
    }

    /** Workers that promised to answer later do so over HTTP, so that ends when the gateway has drained. */
    private static void close(Optional<GatewayHttp> http, Gateway gateway) {
        try {
            http.ifPresent(GatewayHttp::stopLending);
        } finally {
            try {
                gateway.close();
            } finally {
                http.ifPresent(GatewayHttp::close);
            }
        }
    }

    static GatewayConfig config(String[] args) throws ConfigException {
        return config(args, Callbacks.none());
    }

    private static GatewayConfig config(String[] args, Callbacks callbacks) throws ConfigException {
        Map<String, String> options = new HashMap<>();
        List<String> queues = new ArrayList<>();
        Map<String, String> properties = new HashMap<>();
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length) {
                throw new IllegalArgumentException("Expected a value after " + args[i] + ", but got nothing.");
            }
            String value = args[i + 1];
            switch (args[i]) {
                case "--queue" -> queues.add(value);
                case "--property" -> putProperty(value, properties);
                case "--workers",
                        "--bootstrap-server",
                        "--group",
                        "--topic-prefix",
                        "--max-in-flight",
                        "--max-parked",
                        "--drain-seconds",
                        "--source" -> options.put(args[i], value);
                default -> throw new IllegalArgumentException("Expected an option, but got " + args[i] + ".");
            }
        }
        Path path = Path.of(Optional.ofNullable(options.get("--workers"))
                .orElseThrow(() -> new IllegalArgumentException("Expected --workers FILE, but got none.")));
        WorkersFile file = WorkersFile.load(path);
        GatewayConfig.Builder config = GatewayConfig.builder(
                        options.getOrDefault("--bootstrap-server", "localhost:9092"), file.workers())
                .callbacks(callbacks)
                .queues(queues)
                .clientProperties(properties)
                .groupId(options.getOrDefault("--group", file.group().orElseGet(() -> defaultGroup(path))));
        Optional.ofNullable(options.get("--topic-prefix")).ifPresent(config::topicPrefix);
        number(options, "--max-in-flight").ifPresent(config::maxInFlight);
        number(options, "--max-parked").ifPresent(config::maxParked);
        number(options, "--drain-seconds").map(Duration::ofSeconds).ifPresent(config::drainGrace);
        Optional.ofNullable(options.get("--source")).map(SourceKind::of).ifPresent(config::source);
        return config.build();
    }

    private static String defaultGroup(Path workers) {
        try {
            return WorkersFile.defaultGroup(Files.readString(workers));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void putProperty(String text, Map<String, String> properties) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("Expected --property KEY=VALUE, but got " + text + ".");
        }
        properties.put(text.substring(0, equals), text.substring(equals + 1));
    }

    private static Optional<Integer> number(Map<String, String> options, String name) {
        String text = options.get(name);
        try {
            return Optional.ofNullable(text).map(Integer::parseInt);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Expected an integer for " + name + ", but got " + text + ".", e);
        }
    }
}
