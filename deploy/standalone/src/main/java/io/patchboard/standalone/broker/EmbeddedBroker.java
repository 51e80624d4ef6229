package io.patchboard.standalone.broker;

import io.patchboard.standalone.broker.BrokerStartException.Reason;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
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

    /** A chosen port is lost to another process once in a long while; three times in a row has another reason. */
    private static final int PORT_ATTEMPTS = 3;

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);

    private final EmbeddedBrokerConfig config;
    private final int kafkaPort;
    private final DataDirectoryLock lock;
    private final CompletableFuture<BrokerFault> fault = new CompletableFuture<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    /** Changed under the lock of this, after a full disk. */
    private Launch launch;

    private EmbeddedBroker(EmbeddedBrokerConfig config, int kafkaPort, DataDirectoryLock lock, Launch launch) {
        this.config = config;
        this.kafkaPort = kafkaPort;
        this.lock = lock;
        this.launch = launch;
        watch(launch);
    }

    private void watch(Launch running) {
        running.fault()
                .thenAccept(found -> Launch.daemon("patchboard-broker-fault", () -> failed(found))
                        .start());
    }

    /** After a full disk Kafka is started again, on the same port, as soon as there is room. */
    private synchronized void failed(BrokerFault found) {
        Optional<BrokerFault> lasting = Optional.of(found);
        while (lasting.isPresent() && DiskRoom.isShort(config.logDir())) {
            LOG.error(DiskRoom.complaint(config.logDir()));
            launch.abandon();
            if (!DiskRoom.comes(config.logDir(), closing)) {
                return;
            }
            lasting = startAgain();
        }
        lasting.ifPresent(fault::complete);
    }

    private Optional<BrokerFault> startAgain() {
        try {
            launch = new Launch(config, BrokerSettings.of(config, kafkaPort, choosePorts()[1]));
            launch.await(config);
            watch(launch);
            LOG.warn("There is room again on the disk of {}: the broker serves.", config.logDir());
            return Optional.empty();
        } catch (BrokerStartException e) {
            return Optional.of(new BrokerFault(1, e.getMessage()));
        }
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
     * Completes, once, if Kafka gives up while it runs, unless because its disk is full: then it is started again when
     * there is room. Never completes after a clean {@link #close}. Whoever owns the process should then close what
     * depends on the broker, close the broker, and end with an error.
     */
    public CompletionStage<BrokerFault> fault() {
        return fault.minimalCompletionStage();
    }

    /** Stops cleanly, in at most half a minute, and frees the data directory. Further calls do nothing. */
    @Override
    public void close() {
        if (closing.getCount() == 0) {
            return;
        }
        closing.countDown();
        stop();
        lock.close();
    }

    private synchronized void stop() {
        if (!launch.stop()) {
            LOG.warn(
                    "Expected the embedded broker on {} to stop in time, but it did not; its data is recovered at the"
                            + " next start.",
                    config.dataDir());
        }
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
                // Who took it may have let it go again.
                boolean portLost = LoopbackPorts.wasTaken(e)
                        || !LoopbackPorts.isFree(kafkaPort)
                        || !LoopbackPorts.isFree(controllerPort);
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
                    "Expected a free port on " + LoopbackPorts.HOST + ", but " + FileTrouble.of(e) + ".",
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
}
