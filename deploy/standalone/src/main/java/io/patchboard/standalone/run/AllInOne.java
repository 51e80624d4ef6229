package io.patchboard.standalone.run;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.Gateway;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.children.ChildBoards;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PatchBoard in one process: a broker on a data directory, the kernel, and a gateway for each set of workers.
 *
 * <p>When {@link #start} returns, commands and proposals are being decided. What was on the data directory goes on
 * where it stood, however the last process ended. Everything stops in the reverse order of its start, because each part
 * needs those before it; no shutdown hook is installed, that is the owner's business (see {@link StopSignal}).
 *
 * <p>The time to be ready is the broker's (1 to 2 s cold, 3 to 5 s after a kill, for it waits out its own old session)
 * and the kernel's after it (1 to 2 s). Loading the kernel's native libraries meanwhile brought nothing when it was
 * tried: two processors are busy with the broker.
 */
public final class AllInOne implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AllInOne.class);

    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final CompletableFuture<String> failure = new CompletableFuture<>();
    private String bootstrapServers = "";

    private AllInOne() {}

    /**
     * Starts everything and waits until it serves.
     *
     * @throws RuntimeException whose message says what to do: a {@link
     *     io.patchboard.standalone.broker.BrokerStartException}, a {@link
     *     io.patchboard.kernel.app.KernelStartException} or a {@link StartFailedException}; nothing is left running
     */
    public static AllInOne start(AllInOneConfig config) {
        AllInOne all = new AllInOne();
        boolean complete = false;
        try {
            all.startBroker(config);
            all.startKernel(config);
            all.started.push(ChildBoards.start(all.connection()));
            config.workers().forEach(workers -> all.startGateway(workers, config));
            complete = true;
            return all;
        } finally {
            if (!complete) {
                all.close();
            }
        }
    }

    private void startBroker(AllInOneConfig config) {
        EmbeddedBroker broker =
                EmbeddedBroker.start(EmbeddedBrokerConfig.on(config.dataDir()).withKafkaPort(config.kafkaPort()));
        started.push(broker);
        bootstrapServers = broker.bootstrapServers();
        broker.fault().thenAccept(fault -> failure.complete(fault.message()));
    }

    private void startKernel(AllInOneConfig config) {
        byte[] secret = KernelSecret.loadOrCreate(config.secretFile());
        KernelConfig.Builder settings = KernelConfig.builder(bootstrapServers, config.streamsDir(), secret)
                .queues(config.queues());
        config.cacheBytes().ifPresent(settings::cacheBytes);
        LastingKernel kernel = LastingKernel.start(settings.build(), config.meters(), config.tracing());
        started.push(kernel);
        kernel.failure()
                .thenAccept(error -> failure.complete("Expected the kernel to keep running, but it failed: " + error));
    }

    private void startGateway(Workers workers, AllInOneConfig config) {
        Gateway gateway = workers.serve(connection(), config.callbacks().get(), config.meters(), config.tracing());
        started.push(gateway);
        gateway.failure()
                .thenAccept(error -> failure.complete("Expected the gateway to keep running, but it failed: " + error));
    }

    /** Where clients connect, {@code 127.0.0.1:PORT}. */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    public KafkaConnection connection() {
        return KafkaConnection.to(bootstrapServers);
    }

    /**
     * Completes, once, with a sentence for people, if broker, kernel or a gateway give up while they run. The owner
     * should then close this and end with an error.
     */
    public CompletionStage<String> failure() {
        return failure.minimalCompletionStage();
    }

    /** Stops the gateways alone, which drain first. */
    public void closeGateways() {
        close(part -> part instanceof Gateway);
    }

    /** Stops gateways, kernel and broker, each in bounded time. Further calls do nothing. */
    @Override
    public void close() {
        close(part -> true);
    }

    private synchronized void close(Predicate<AutoCloseable> which) {
        // A stop that is interrupted would be an unclean one.
        boolean interrupted = Thread.interrupted();
        while (!started.isEmpty() && which.test(started.peek())) {
            AutoCloseable part = started.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn(
                        "Expected to stop {}, but that failed.", part.getClass().getSimpleName(), e);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
