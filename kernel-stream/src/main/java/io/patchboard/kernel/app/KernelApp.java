package io.patchboard.kernel.app;

import io.patchboard.encoding.Encoding;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.encoding.RecordEncoder;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.InvocationIds;
import io.patchboard.kernel.stream.CacheBudget;
import io.patchboard.kernel.stream.InputReader;
import io.patchboard.kernel.stream.KernelTopology;
import io.patchboard.kernel.stream.ProcessorParts;
import io.patchboard.registry.RegistryException;
import io.patchboard.registry.SchemaRegistryClient;
import io.patchboard.registry.WriterSchemas;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running kernel. */
public final class KernelApp implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KernelApp.class);
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

    private final KafkaStreams streams;
    private final TopicSetup topicSetup;
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final CompletableFuture<Void> running = new CompletableFuture<>();
    private final ThreadDeaths deaths = new ThreadDeaths();

    private KernelApp(KernelConfig config, TopicSetup topicSetup, int inputPartitions) {
        Properties properties = StreamsSettings.of(config, InstanceId.of(config.stateDir()));
        this.topicSetup = topicSetup;
        this.streams = new KafkaStreams(
                KernelTopology.build(config.topics(), parts(config, topicSetup, inputPartitions)),
                new StreamsConfig(properties));
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                running.complete(null);
            } else if (now == KafkaStreams.State.ERROR) {
                failure.complete(deaths.last());
            }
        });
        streams.setUncaughtExceptionHandler(this::onThreadDeath);
    }

    /**
     * Makes missing topics and starts; returns when all boards are restored and inputs are read.
     *
     * @throws KernelStartException if it cannot, with the reason
     */
    public static KernelApp start(KernelConfig config) {
        TopicSetup topics = new TopicSetup(config, adminProperties(config));
        KernelApp app = null;
        try {
            app = new KernelApp(config, topics, topics.prepare());
            app.streams.start();
            app.awaitRunning();
            return app;
        } catch (RuntimeException e) {
            if (app == null) {
                topics.close();
            } else {
                app.close();
            }
            throw e instanceof KernelStartException ? e : startFailure(e);
        }
    }

    private static KernelStartException startFailure(Throwable cause) {
        return new KernelStartException("Expected the kernel to start, but: " + cause.getMessage(), cause);
    }

    private void awaitRunning() {
        try {
            CompletableFuture.anyOf(running, failure).get(START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KernelStartException("Interrupted while the kernel was starting.", e);
        } catch (TimeoutException | ExecutionException e) {
            throw new KernelStartException(
                    "Expected the kernel to run within " + START_TIMEOUT.toSeconds() + " s, but it is "
                            + streams.state() + ".",
                    e);
        }
        if (failure.isDone()) {
            throw startFailure(failure.join());
        }
    }

    private StreamThreadExceptionResponse onThreadDeath(Throwable cause) {
        boolean again = deaths.mayReplace(cause);
        LOG.error(
                "A kernel thread died; {}.",
                again ? "another takes its place and repeats what was not committed" : "the kernel stops",
                cause);
        return again ? StreamThreadExceptionResponse.REPLACE_THREAD : StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private static ProcessorParts parts(KernelConfig config, TopicSetup topicSetup, int inputPartitions) {
        Optional<SchemaRegistryClient> registry = config.registry().map(SchemaRegistryClient::new);
        WriterSchemas writers = registry.<WriterSchemas>map(client -> client).orElseGet(WriterSchemas::none);
        Blueprints blueprints = new Blueprints();
        return new ProcessorParts(
                config.topics(),
                inputPartitions,
                new InputReader(new RecordDecoder(InputReader.LIMITS, writers)),
                new Decider(config.limits(), blueprints, new InvocationIds(config.secret()), topicSetup::queueExists),
                blueprints,
                encoder(config, registry),
                new CacheBudget(config.cacheBytes()));
    }

    private static RecordEncoder encoder(KernelConfig config, Optional<SchemaRegistryClient> registry) {
        Encoding outputs = config.outputs().orElse(registry.isPresent() ? Encoding.CONFLUENT : Encoding.JSON);
        return switch (outputs) {
            case JSON -> RecordEncoder.json();
            case AVRO -> RecordEncoder.avro();
            case CONFLUENT -> confluentEncoder(config, registry);
        };
    }

    private static RecordEncoder confluentEncoder(KernelConfig config, Optional<SchemaRegistryClient> registry) {
        if (registry.isEmpty()) {
            throw new KernelStartException(
                    "Expected the URL of a Schema Registry for outputs in the Confluent wire format, but got none.",
                    null);
        }
        try {
            return RecordEncoder.confluent(OutputSchemas.register(registry.get(), config.topics()));
        } catch (RegistryException e) {
            throw new KernelStartException("Expected to register the output schemas, but: " + e.getMessage(), e);
        }
    }

    private static Map<String, Object> adminProperties(KernelConfig config) {
        Map<String, Object> properties = new HashMap<>(config.clientProperties());
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 15_000);
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        return properties;
    }

    /** Completes, with the reason, if the kernel dies while it runs. */
    public CompletionStage<Throwable> failure() {
        return failure;
    }

    /** Stops within seconds. What was decided is committed; what was not will be decided at the next start. */
    @Override
    public void close() {
        try {
            streams.close(CLOSE_TIMEOUT);
        } catch (KafkaException e) {
            LOG.warn("Expected the kernel to close cleanly, but: {}", e.getMessage());
        }
        topicSetup.close();
    }
}
