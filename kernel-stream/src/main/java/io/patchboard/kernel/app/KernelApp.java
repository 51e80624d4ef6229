package io.patchboard.kernel.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.stream.Attempts;
import io.patchboard.kernel.stream.CacheBudget;
import io.patchboard.kernel.stream.CommitPace;
import io.patchboard.kernel.stream.InputReader;
import io.patchboard.kernel.stream.KernelMeters;
import io.patchboard.kernel.stream.KernelTopology;
import io.patchboard.kernel.stream.ProcessorParts;
import io.patchboard.registry.WriterSchemas;
import io.patchboard.text.FileTrouble;
import io.patchboard.tracing.Tracing;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running kernel. */
public final class KernelApp implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KernelApp.class);

    /** While stores are restored it begins anew with all that is read. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

    /**
     * How long an unseen schema id waits for the registry before the thread starts over, which costs a restore of its
     * stores. With the last request it stays below the transaction's timeout.
     */
    static final Duration REGISTRY_PATIENCE = Duration.ofSeconds(4);

    /**
     * The same where no transaction is open. While it waits the thread does not take part in a rebalance of the group.
     */
    private static final Duration REGISTRY_PATIENCE_ALONE = Duration.ofSeconds(30);

    private static final Duration LOCKED_PAUSE = Duration.ofMillis(500);

    private final KernelConfig config;
    private final KafkaStreams streams;
    private final KafkaStreamsMetrics streamsMetrics;
    private final RestoreProgress restore;
    private final TransactionWatch watch;
    private final CommandRounds commandRounds;
    private final TopicSetup topicSetup;
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final CompletableFuture<Void> running = new CompletableFuture<>();
    private final ThreadDeaths deaths = new ThreadDeaths(5);
    private final ThreadDeaths lockedDeaths = new ThreadDeaths(30);
    private volatile Throwable lastDeath = new IllegalStateException("The kernel stopped.");
    private final Attempts attempts;
    private final CommitPace pace = new CommitPace();
    private volatile boolean closing;

    private KernelApp(
            KernelConfig config,
            MeterRegistry meters,
            Tracing tracing,
            TopicSetup topicSetup,
            int inputPartitions,
            Optional<RegistryLink> registry) {
        KernelMeters counted = new KernelMeters(meters);
        this.attempts = attempts(config, inputPartitions);
        Properties properties = StreamsSettings.of(config, InstanceId.of(config.stateDir()));
        this.config = config;
        this.topicSetup = topicSetup;
        this.watch = topicSetup.watch(inputPartitions);
        this.commandRounds = topicSetup.commandRounds(inputPartitions, StreamsSettings.ofAdmin(config));
        this.streams = new KafkaStreams(
                KernelTopology.build(
                        config.topics(), parts(config, topicSetup, inputPartitions, registry, counted, tracing)),
                new StreamsConfig(properties),
                new StreamsClients(pace, counted));
        this.streamsMetrics = new KafkaStreamsMetrics(streams);
        streamsMetrics.bindTo(meters);
        this.restore = new RestoreProgress(meters, System::nanoTime);
        streams.setGlobalStateRestoreListener(restore);
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                running.complete(null);
            } else if (now == KafkaStreams.State.ERROR) {
                failure.complete(lastDeath);
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
        return start(config, new CompositeMeterRegistry(), Tracing.off());
    }

    /**
     * The same, and tells what it does.
     *
     * @param meters where to count; see {@code docs/metrics.md}
     * @param tracing closed by its owner; see {@code docs/tracing.md}
     * @throws KernelStartException if it cannot, with the reason
     */
    public static KernelApp start(KernelConfig config, MeterRegistry meters, Tracing tracing) {
        long giveUp = System.nanoTime() + START_TIMEOUT.toNanos();
        boolean withoutStores = false;
        while (true) {
            try {
                return start(config, meters, tracing, withoutStores);
            } catch (KernelStartException e) {
                Optional<StoreFault> fault = StoreFault.in(e);
                if (fault.equals(Optional.of(StoreFault.DAMAGED)) && !withoutStores) {
                    LOG.warn(
                            "A store is damaged, as a kill may leave it; all are restored from Kafka. {}",
                            e.getMessage());
                    withoutStores = true;
                } else if (fault.isEmpty() || System.nanoTime() - giveUp > 0 || !awaitUnlocked(e)) {
                    throw e;
                }
            }
        }
    }

    /** Returns false if the thread was asked to stop. */
    private static boolean awaitUnlocked(Throwable failure) {
        LOG.warn("A store is still in use; it is tried again. {}", failure.getMessage());
        try {
            TimeUnit.MILLISECONDS.sleep(LOCKED_PAUSE.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static KernelApp start(KernelConfig config, MeterRegistry meters, Tracing tracing, boolean withoutStores) {
        Optional<RegistryLink> registry = config.registry().map(RegistryLink::of);
        TopicSetup topics =
                new TopicSetup(config, StreamsSettings.ofAdmin(config), RegistryLink.onNewQueue(config, registry));
        KernelApp app = null;
        try {
            app = new KernelApp(config, meters, tracing, topics, topics.prepare(), registry);
            app.start(withoutStores);
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

    private void start(boolean withoutStores) {
        if (withoutStores) {
            streams.cleanUp();
        }
        attempts.count(); // not before the state directory is this process's
        streams.start();
        watch.start(); // a start may wait for a transaction that somebody has left
        awaitRunning();
        commandRounds.start();
    }

    private static KernelStartException startFailure(Throwable cause) {
        return new KernelStartException("Expected the kernel to start, but: " + cause.getMessage(), cause);
    }

    private void awaitRunning() {
        try {
            if (!restore.awaits(CompletableFuture.anyOf(running, failure), START_TIMEOUT)) {
                throw new KernelStartException("Expected the kernel to run within " + START_TIMEOUT.toSeconds()
                        + " s, but it is " + streams.state() + ", and has restored " + restore + ".");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KernelStartException("Interrupted while the kernel was starting.", e);
        }
        if (failure.isDone()) {
            throw startFailure(failure.join());
        }
    }

    private StreamThreadExceptionResponse onThreadDeath(Throwable cause) {
        Throwable reason =
                MissingRights.in(cause, config).<Throwable>map(right -> right).orElse(cause);
        lastDeath = reason;
        boolean locked = StoreFault.in(cause).equals(Optional.of(StoreFault.LOCKED)) && awaitUnlocked(cause);
        boolean again = (locked ? lockedDeaths : deaths).mayReplace(reason);
        LOG.error(
                "A kernel thread died; {}.",
                again ? "another takes its place and repeats what was not committed" : "the kernel stops",
                cause);
        return again ? StreamThreadExceptionResponse.REPLACE_THREAD : StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private ProcessorParts parts(
            KernelConfig config,
            TopicSetup topicSetup,
            int inputPartitions,
            Optional<RegistryLink> registry,
            KernelMeters meters,
            Tracing tracing) {
        WriterSchemas writers =
                registry.<WriterSchemas>map(RegistryLink::client).orElseGet(WriterSchemas::none);
        Blueprints blueprints = new Blueprints();
        return new ProcessorParts(
                config.topics(),
                inputPartitions,
                new InputReader(new RecordDecoder(InputReader.LIMITS, writers), this::registryPatience),
                Decider.on(
                        topicSetup::missing,
                        config.limits(),
                        blueprints,
                        new InvocationIds(config.secret()),
                        config.topics()),
                blueprints,
                RegistryLink.encoder(config, topicSetup, registry),
                new CacheBudget(config.cacheBytes()),
                attempts,
                pace,
                commandRounds,
                meters,
                tracing,
                InstantSource.system());
    }

    private static Attempts attempts(KernelConfig config, int inputPartitions) {
        Path file = config.stateDir().resolve("attempts");
        try {
            return Attempts.in(file, inputPartitions);
        } catch (IOException e) {
            throw new KernelStartException(
                    "Expected a file that can be written at " + file + ", but " + FileTrouble.of(e) + ".", e);
        }
    }

    private Duration registryPatience() {
        return closing ? Duration.ZERO : pace.inTransaction() ? REGISTRY_PATIENCE : REGISTRY_PATIENCE_ALONE;
    }

    /** Completes, with the reason, if the kernel dies while it runs. */
    public CompletionStage<Throwable> failure() {
        return failure;
    }

    /** Stops within seconds. What was decided is committed; what was not will be decided at the next start. */
    @Override
    public void close() {
        closing = true;
        streamsMetrics.close();
        restore.close();
        try {
            streams.close(CLOSE_TIMEOUT);
        } catch (KafkaException e) {
            LOG.warn("Expected the kernel to close cleanly, but: {}", e.getMessage());
        }
        watch.close();
        commandRounds.close();
        topicSetup.close();
    }
}
