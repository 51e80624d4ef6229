package io.patchboard.standalone.broker;

import io.patchboard.standalone.broker.BrokerStartException.Reason;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import kafka.server.KafkaConfig;

/**
 * Kafka from one attempt to start it until it stops. It starts in a thread of its own, because a fault in another of
 * its threads can leave the starting one waiting for something that never comes.
 */
final class Launch {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    private final CompletableFuture<KafkaNode> server = new CompletableFuture<>();
    private final CompletableFuture<KafkaNode> ready = new CompletableFuture<>();
    private final CompletableFuture<BrokerFault> fault = new CompletableFuture<>();
    private final Consumer<BrokerFault> faultListener;

    Launch(EmbeddedBrokerConfig config, Map<String, String> settings) {
        // The disk is the usual reason, and Kafka's own message does not always say so.
        faultListener = f ->
                fault.complete(new BrokerFault(f.status(), f.message() + " " + DiskRoom.describe(config.logDir())));
        KafkaExitGuard.register(faultListener);
        daemon("patchboard-broker-start", () -> run(settings)).start();
    }

    private void run(Map<String, String> settings) {
        try {
            KafkaNode kafka = new KafkaNode(new KafkaConfig(settings, false));
            server.complete(kafka);
            kafka.start();
            ready.complete(kafka);
        } catch (Throwable e) { // also what the exit guard throws
            ready.completeExceptionally(e);
        }
    }

    void await(EmbeddedBrokerConfig config) {
        try {
            CompletableFuture.anyOf(ready, fault).get(EmbeddedBroker.START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw kafkaFailed(config, e.getCause().toString(), e.getCause());
        } catch (TimeoutException e) {
            throw new BrokerStartException(
                    Reason.TIMED_OUT,
                    "Expected the embedded broker on " + config.dataDir() + " to start within "
                            + EmbeddedBroker.START_TIMEOUT.toSeconds()
                            + " s, but it did not. Look for the reason with PATCHBOARD_LOG=INFO, and try again.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw kafkaFailed(config, "the start was interrupted", e);
        }
        BrokerFault early = fault.getNow(null);
        if (early != null) {
            throw kafkaFailed(config, early.message(), null);
        }
    }

    /** Completes, once, if Kafka gives up. */
    CompletableFuture<BrokerFault> fault() {
        return fault;
    }

    /** Stops cleanly; false if that takes longer than half a minute. */
    boolean stop() {
        return stop(KafkaNode::stop);
    }

    /** The same for what has failed, and has nothing to hand over any more. */
    boolean abandon() {
        return stop(KafkaNode::abandon);
    }

    private boolean stop(Consumer<KafkaNode> how) {
        KafkaNode node = server.getNow(null);
        boolean stopped = node == null || inTime(() -> how.accept(node));
        KafkaExitGuard.unregister(faultListener);
        return stopped;
    }

    /** Kafka can wait for ever on the way down after a fault, so it is given a thread of its own and limited time. */
    private static boolean inTime(Runnable stop) {
        Thread stopper = daemon("patchboard-broker-stop", stop);
        stopper.start();
        try {
            stopper.join(STOP_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !stopper.isAlive();
    }

    static Thread daemon(String name, Runnable task) {
        return Thread.ofPlatform().daemon().name(name).unstarted(task);
    }

    private static BrokerStartException kafkaFailed(EmbeddedBrokerConfig config, String what, Throwable cause) {
        return new BrokerStartException(
                Reason.KAFKA_FAILED,
                "Expected the embedded broker to start on " + config.dataDir() + ", but it failed: " + what
                        + " If the directory holds data of another version or is damaged, choose another data"
                        + " directory; the log has the details.",
                cause);
    }
}
