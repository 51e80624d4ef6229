package io.patchboard.standalone.broker;

import io.patchboard.standalone.broker.BrokerStartException.Reason;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import kafka.server.KafkaConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka broker in this process, on 127.0.0.1 only, for clients of this machine in any language.
 *
 * <p>When {@link #start} returns, the broker serves; topics and records of former runs on the same directory are there,
 * however the former run ended. {@link #close} stops cleanly. The broker's threads keep the process alive until then,
 * and no shutdown hook is installed: the owner knows what has to stop before the broker.
 */
public final class EmbeddedBroker implements AutoCloseable {

    /** Generous, as a large log takes long to recover after a kill; the usual start takes one to four seconds. */
    static final Duration START_TIMEOUT = Duration.ofMinutes(5);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    /** A chosen port is lost to another process once in a long while; three times in a row has another reason. */
    private static final int PORT_ATTEMPTS = 3;

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);

    private final EmbeddedBrokerConfig config;
    private final int kafkaPort;
    private final DataDirectoryLock lock;
    private final KafkaNode server;
    private final CompletableFuture<BrokerFault> fault;
    private final Consumer<BrokerFault> faultListener;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedBroker(EmbeddedBrokerConfig config, int kafkaPort, DataDirectoryLock lock, Launch launch) {
        this.config = config;
        this.kafkaPort = kafkaPort;
        this.lock = lock;
        this.server = launch.server.getNow(null);
        this.fault = launch.fault;
        this.faultListener = launch.faultListener;
    }

    /**
     * Starts a broker and waits until it serves.
     *
     * @throws BrokerStartException if the directory is in use or unusable, if the port is taken, or if Kafka fails or
     *     takes longer than five minutes; nothing is left running
     */
    public static EmbeddedBroker start(EmbeddedBrokerConfig config) {
        DataDirectoryLock lock = DataDirectoryLock.acquire(config.dataDir());
        boolean started = false;
        try {
            requirePortFree(config);
            Storage.prepare(config.logDir());
            EmbeddedBroker broker = startOnFreePorts(config, lock);
            started = true;
            return broker;
        } finally {
            if (!started) {
                lock.close();
            }
        }
    }

    /** Where clients connect, {@code 127.0.0.1:PORT}. */
    public String bootstrapServers() {
        return LoopbackPorts.HOST + ":" + kafkaPort;
    }

    /**
     * Completes, once, if Kafka gives up while it runs; never completes after a clean {@link #close}. Whoever owns the
     * process should then close what depends on the broker, close the broker, and end with an error.
     */
    public CompletionStage<BrokerFault> fault() {
        return fault.minimalCompletionStage();
    }

    /** Stops cleanly, in at most half a minute, and frees the data directory. Further calls do nothing. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (!shutDown(server)) {
            LOG.warn(
                    "Expected the embedded broker on {} to stop within {} s, but it did not; its data is recovered at"
                            + " the next start.",
                    config.dataDir(),
                    STOP_TIMEOUT.toSeconds());
        }
        KafkaExitGuard.unregister(faultListener);
        lock.close();
    }

    private static EmbeddedBroker startOnFreePorts(EmbeddedBrokerConfig config, DataDirectoryLock lock) {
        for (int attempt = 1; ; attempt++) {
            int[] free = choosePorts();
            int kafkaPort = config.kafkaPort() == 0 ? free[0] : config.kafkaPort();
            int controllerPort = free[1];
            Launch launch = new Launch(config, BrokerSettings.of(config, kafkaPort, controllerPort));
            try {
                launch.await(config);
                return new EmbeddedBroker(config, kafkaPort, lock, launch);
            } catch (BrokerStartException e) {
                launch.abandon();
                if (e.reason() == Reason.TIMED_OUT) {
                    throw e; // what did not start in time may still hold ports and directory
                }
                requirePortFree(config);
                boolean portLost = !LoopbackPorts.isFree(kafkaPort) || !LoopbackPorts.isFree(controllerPort);
                if (!portLost || attempt == PORT_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static int[] choosePorts() {
        try {
            return LoopbackPorts.chooseTwo();
        } catch (IOException e) {
            throw new BrokerStartException(
                    Reason.PORT_IN_USE,
                    "Expected a free port on " + LoopbackPorts.HOST + ", but the system gave none (" + e + ").",
                    e);
        }
    }

    private static void requirePortFree(EmbeddedBrokerConfig config) {
        int port = config.kafkaPort();
        if (port != 0 && !LoopbackPorts.isFree(port)) {
            throw new BrokerStartException(
                    Reason.PORT_IN_USE,
                    "Expected port " + port + " on " + LoopbackPorts.HOST
                            + " to be free for Kafka, but another process listens on it or it is not allowed to be"
                            + " used. Stop that process, or choose another port (0 takes any free one).");
        }
    }

    /** Kafka can wait for ever on the way down after a fault, so it is given a thread of its own and limited time. */
    private static boolean shutDown(KafkaNode server) {
        Thread stopper = daemon("patchboard-broker-stop", server::stop);
        stopper.start();
        try {
            stopper.join(STOP_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !stopper.isAlive();
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * One attempt. Kafka starts in a thread of its own, because a fault in another of its threads can leave the
     * starting one waiting for something that never comes.
     */
    private static final class Launch {

        private final CompletableFuture<KafkaNode> server = new CompletableFuture<>();
        private final CompletableFuture<KafkaNode> ready = new CompletableFuture<>();
        private final CompletableFuture<BrokerFault> fault = new CompletableFuture<>();
        private final Consumer<BrokerFault> faultListener;

        Launch(EmbeddedBrokerConfig config, Map<String, String> settings) {
            // The disk is the usual reason, and Kafka's own message does not always say so.
            faultListener = f -> fault.complete(
                    new BrokerFault(f.status(), f.message() + " " + Storage.describeRoom(config.logDir())));
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
                CompletableFuture.anyOf(ready, fault).get(START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                throw kafkaFailed(config, e.getCause().toString(), e.getCause());
            } catch (TimeoutException e) {
                throw new BrokerStartException(
                        Reason.TIMED_OUT,
                        "Expected the embedded broker on " + config.dataDir() + " to start within "
                                + START_TIMEOUT.toSeconds()
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

        void abandon() {
            KafkaNode half = server.getNow(null);
            if (half != null) {
                shutDown(half);
            }
            KafkaExitGuard.unregister(faultListener);
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
}
