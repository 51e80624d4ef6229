package io.patchboard.gateway;

import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.http.HttpStartException;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.source.SourceKind;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a gateway as a program of its own until it is told to end. Exit code 1 where it cannot start or go on. */
public final class GatewayMain {

    private static final Logger LOG = LoggerFactory.getLogger(GatewayMain.class);
    private static final int BROKER_TIMEOUT_MILLIS = 10_000;
    private static final String USAGE = """
            Usage: GatewayMain --workers FILE [--bootstrap-server HOST:PORT] [--group NAME] [--prefix PREFIX]
                               [--queue NAME]... [--source auto|share|consumer|classic] [--max-in-flight N]
                               [--max-parked N] [--drain-seconds N] [--config FILE] [--property KEY=VALUE]...
            --workers may be left out where --http-port is given: then only the HTTP API is served.
            """;

    private GatewayMain() {}

    public static void main(String[] args) {
        try {
            HttpOptions options = HttpOptions.of(args, System.getenv());
            Optional<GatewayHttp> http = options.server().map(server -> GatewayHttp.start(server, options));
            GatewayConfig config = config(
                    options.rest(),
                    System.getenv(),
                    http.map(GatewayHttp::callbacks).orElseGet(Callbacks::none),
                    http.isEmpty());
            // One that serves nobody would still take the invocations of its group from others.
            Optional<Gateway> gateway =
                    config.workers().isEmpty() ? Optional.empty() : Optional.of(Gateway.start(config));
            http.ifPresent(api -> api.serve(config));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close(http, gateway), "patchboard-gateway-shutdown"));
            http.ifPresent(api -> System.out.println("listening http=" + api.url()));
            CompletableFuture<Throwable> failure = gateway.map(Gateway::failure)
                    .orElseGet(CompletableFuture::new)
                    .toCompletableFuture();
            awaitBroker(config, failure);
            System.out.println(
                    gateway.isEmpty()
                            ? "started without workers"
                            : "started group=" + config.groupId() + " workers="
                                    + String.join(
                                            ",",
                                            config.workers().keySet().stream()
                                                    .sorted()
                                                    .toList()));
            // Not on the gateway's thread: the shutdown waits for that one to end.
            failure.join();
        } catch (ConfigException | IllegalArgumentException | KafkaException | HttpStartException e) {
            LOG.error("{}\n{}{}", e.getMessage(), USAGE, HttpOptions.USAGE);
        } catch (Throwable e) {
            LOG.error("Expected the gateway to run, but it failed.", e);
        } finally {
            System.exit(1);
        }
    }

    /**
     * The gateway goes on by itself as soon as a broker answers; who reads that it has started should find it at work.
     */
    private static void awaitBroker(GatewayConfig config, CompletableFuture<?> failure) throws InterruptedException {
        Map<String, Object> settings = new HashMap<>(config.kafkaProperties());
        settings.putIfAbsent(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
        try (Admin admin = Admin.create(settings)) {
            while (!failure.isDone()) {
                try {
                    admin.describeCluster(new DescribeClusterOptions().timeoutMs(BROKER_TIMEOUT_MILLIS))
                            .clusterId()
                            .get();
                    return;
                } catch (ExecutionException e) {
                    LOG.warn(
                            "Expected Kafka at {} to answer, but: {} Waiting for it.",
                            config.bootstrapServers(),
                            e.getCause().getMessage());
                    TimeUnit.SECONDS.sleep(1);
                }
            }
        }
    }

    /** Workers that promised to answer later do so over HTTP, so that ends when the gateway has drained. */
    private static void close(Optional<GatewayHttp> http, Optional<Gateway> gateway) {
        try {
            http.ifPresent(GatewayHttp::stopLending);
        } finally {
            try {
                gateway.ifPresent(Gateway::close);
            } finally {
                http.ifPresent(GatewayHttp::close);
            }
        }
    }

    static GatewayConfig config(String[] args) throws ConfigException {
        return config(args, Map.of(), Callbacks.none(), true);
    }

    static GatewayConfig config(
            String[] args, Map<String, String> environment, Callbacks callbacks, boolean workersNeeded)
            throws ConfigException {
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
                case "--topic-prefix" -> options.put("--prefix", value);
                case "--workers",
                        "--config",
                        "--bootstrap-server",
                        "--group",
                        "--prefix",
                        "--max-in-flight",
                        "--max-parked",
                        "--drain-seconds",
                        "--source" -> options.put(args[i], value);
                default -> throw new IllegalArgumentException("Expected an option, but got " + args[i] + ".");
            }
        }
        Map<String, String> clientProperties = new HashMap<>();
        Optional.ofNullable(options.get("--config"))
                .ifPresent(file -> clientProperties.putAll(propertiesOf(Path.of(file))));
        clientProperties.putAll(properties);
        Optional<Path> path = Optional.ofNullable(options.get("--workers")).map(Path::of);
        if (path.isEmpty() && workersNeeded) {
            throw new IllegalArgumentException("Expected --workers FILE, but got none.");
        }
        String text = path.isPresent() ? WorkersFile.read(path.get()) : "";
        WorkersFile file =
                path.isPresent() ? WorkersFile.parse(text, path.get()) : new WorkersFile(Optional.empty(), Map.of());
        GatewayConfig.Builder config = GatewayConfig.builder(servers(options, environment), file.workers())
                .callbacks(callbacks)
                .queues(queues)
                .clientProperties(clientProperties)
                .groupId(options.getOrDefault("--group", file.group().orElseGet(() -> WorkersFile.defaultGroup(text))));
        Optional.ofNullable(options.get("--prefix")).ifPresent(config::topicPrefix);
        number(options, "--max-in-flight").ifPresent(config::maxInFlight);
        number(options, "--max-parked").ifPresent(config::maxParked);
        number(options, "--drain-seconds").map(Duration::ofSeconds).ifPresent(config::drainGrace);
        Optional.ofNullable(options.get("--source")).map(SourceKind::of).ifPresent(config::source);
        return config.build();
    }

    private static String servers(Map<String, String> options, Map<String, String> environment) {
        return Optional.ofNullable(options.get("--bootstrap-server"))
                .or(() -> BootstrapServers.of(environment))
                .orElse(BootstrapServers.DEFAULT);
    }

    /** Unlike arguments, a file need not be seen by everybody on this machine. */
    private static Map<String, String> propertiesOf(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "Expected a properties file at " + file + ", but it could not be read (" + e + ").", e);
        }
        Map<String, String> values = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> values.put(name, properties.getProperty(name)));
        values.remove("bootstrap.servers");
        return values;
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
