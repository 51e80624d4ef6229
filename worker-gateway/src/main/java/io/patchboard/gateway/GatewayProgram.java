package io.patchboard.gateway;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.http.HttpStartException;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.text.Repeated;
import io.patchboard.metrics.PrometheusMetrics;
import io.patchboard.tracing.Tracing;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process that is a gateway, and perhaps its HTTP API, and ends when it is told to. */
public final class GatewayProgram {

    static final int FAILED = 1;

    private static final Logger LOG = LoggerFactory.getLogger(GatewayProgram.class);
    private static final int BROKER_TIMEOUT_MILLIS = 10_000;

    private GatewayProgram() {}

    /**
     * Runs for as long as it can; a signal ends the process in order.
     *
     * @param cluster may throw {@link IllegalArgumentException}
     * @param stderr gets the sentences that say why it cannot start, as a command's user reads them; what happens later
     *     is logged
     * @return the exit code of a gateway that cannot start or go on
     */
    public static int run(Supplier<KafkaConnection> cluster, GatewayOptions options, Consumer<String> stderr) {
        try {
            serve(cluster.get(), options);
        } catch (ConfigException | IllegalArgumentException | HttpStartException e) {
            stderr.accept(e.getMessage());
        } catch (KafkaException e) {
            stderr.accept(reason(e));
        } catch (Throwable e) {
            LOG.error("Expected the gateway to run, but it failed.", e);
        }
        return FAILED;
    }

    private static void serve(KafkaConnection cluster, GatewayOptions options)
            throws ConfigException, HttpStartException, InterruptedException {
        PrometheusMetrics metrics = new PrometheusMetrics();
        Tracing tracing = Tracing.of(System.getenv(), "patchboard-gateway");
        Optional<BlobLinks> blobs = options.blobs();
        Optional<GatewayHttp> http = options.http()
                .server(System.getenv())
                .map(server -> GatewayHttp.start(server, options.http(), metrics, blobs));
        GatewayConfig config = options.config(
                cluster,
                http.map(GatewayHttp::callbacks)
                        .orElseGet(() -> new Callbacks(Optional.empty(), new AwaitedAnswers(), blobs)),
                http.isEmpty(),
                metrics.registry(),
                tracing);
        // One that serves nobody would still take the invocations of its group from others.
        Optional<Gateway> gateway = config.workers().isEmpty() ? Optional.empty() : Optional.of(Gateway.start(config));
        http.ifPresent(api -> api.serve(config));
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> close(http, gateway, tracing), "patchboard-gateway-shutdown"));
        http.ifPresent(api -> System.out.println("listening http=" + api.url()));
        CompletableFuture<Throwable> failure =
                gateway.map(Gateway::failure).orElseGet(CompletableFuture::new).toCompletableFuture();
        awaitBroker(config, failure);
        http.ifPresent(GatewayHttp::begun);
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
    }

    /**
     * The gateway goes on by itself as soon as a broker answers; who reads that it has started should find it at work.
     */
    private static void awaitBroker(GatewayConfig config, CompletableFuture<?> failure) throws InterruptedException {
        Repeated failures = new Repeated(System::nanoTime);
        try (Admin admin = Admin.create(config.connection().clientConfig(Map.of()))) {
            while (!failure.isDone()) {
                try {
                    admin.describeCluster(new DescribeClusterOptions().timeoutMs(BROKER_TIMEOUT_MILLIS))
                            .clusterId()
                            .get();
                    return;
                } catch (ExecutionException e) {
                    String why = sentence(e.getCause());
                    if (failures.isWorthALine(why)) {
                        LOG.warn(
                                "Expected Kafka at {} to answer, but it does not: {} Start it, or end this and name another"
                                        + " with --bootstrap-server. Until then this one waits, and begins by itself.",
                                config.connection().bootstrapServers(),
                                why);
                    }
                    TimeUnit.SECONDS.sleep(1);
                }
            }
        }
    }

    /** The clients say only that they could not be made, and in the cause why. */
    private static String reason(KafkaException e) {
        return e.getCause() instanceof KafkaException cause
                ? "Expected settings with which Kafka's clients can begin, but: " + sentence(cause)
                : e.getMessage();
    }

    private static String sentence(Throwable why) {
        String message = String.valueOf(why.getMessage());
        return message.endsWith(".") ? message : message + ".";
    }

    /** Workers that promised to answer later do so over HTTP, so that ends when the gateway has drained. */
    private static void close(Optional<GatewayHttp> http, Optional<Gateway> gateway, Tracing tracing) {
        try {
            http.ifPresent(GatewayHttp::stopLending);
        } finally {
            try {
                gateway.ifPresent(Gateway::close);
            } finally {
                http.ifPresent(GatewayHttp::close);
                tracing.close();
            }
        }
    }
}
