package io.patchboard.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.patchboard.gateway.patience.Ports;
import io.patchboard.standalone.broker.BrokerProcess;
import io.patchboard.standalone.logging.LogbackLoggers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * While the registry, the broker or both do not answer, records trickle in, some of them of a schema that the kernel
 * has not seen: each is decided, once.
 *
 * <p>An outage of the registry takes until a thread of the kernel has started over, one of the broker as long as its
 * start. With {@code -Dpatchboard.outage=SECONDS} each takes so long, and all kinds are tried, each with several
 * kernels.
 */
@Tag("long")
final class OutagesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration PACE = Duration.ofSeconds(2);
    private static final Optional<Integer> ASKED = Optional.ofNullable(Integer.getInteger("patchboard.outage"));

    @TempDir
    private static Path dir;

    private static int port;
    private static BrokerProcess broker;
    private static KafkaProducer<String, byte[]> producer;
    private static int prefixes;

    private final ProtocolRegistry registry = ProtocolRegistry.start();

    private enum Fault {
        NONE,
        /** Takes requests and does not answer. */
        HANGS,
        /** Is not there. */
        AWAY
    }

    enum Outage {
        REGISTRY_HANGS(Fault.HANGS, Fault.NONE),
        REGISTRY_AWAY(Fault.AWAY, Fault.NONE),
        BROKER_HANGS(Fault.NONE, Fault.HANGS),
        BROKER_AWAY(Fault.NONE, Fault.AWAY),
        BOTH_HANG(Fault.HANGS, Fault.HANGS),
        BOTH_AWAY(Fault.AWAY, Fault.AWAY);

        private final Fault ofRegistry;
        private final Fault ofBroker;

        Outage(Fault ofRegistry, Fault ofBroker) {
            this.ofRegistry = ofRegistry;
            this.ofBroker = ofBroker;
        }
    }

    /** @param warm whether the kernel has decided something, and so committed offsets, before the outage */
    record Setting(int partitions, boolean warm) {}

    @BeforeAll
    static void startBroker() throws Exception {
        port = Ports.free();
        broker = BrokerProcess.start(dir.resolve("broker"), port);
        // What is sent together arrives together, so that the kernel has written something when it meets an unseen
        // schema. One request at a time, because a broker that was killed takes what comes first for the beginning.
        producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        broker.firstLine(),
                        "linger.ms",
                        100,
                        "max.in.flight.requests.per.connection",
                        1,
                        "max.block.ms",
                        PATIENCE.toMillis(),
                        "delivery.timeout.ms",
                        (int) PATIENCE.toMillis()),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    @AfterAll
    static void stopBroker() {
        producer.close(Duration.ZERO);
        broker.close();
    }

    static Stream<Arguments> outages() {
        Setting cold = new Setting(1, false);
        Setting warm = new Setting(4, true);
        return ASKED.isEmpty()
                ? Stream.of(
                        Arguments.of(Outage.REGISTRY_HANGS, List.of(cold)),
                        Arguments.of(Outage.BOTH_AWAY, List.of(warm)))
                : Arrays.stream(Outage.values())
                        .map(outage ->
                                Arguments.of(outage, List.of(cold, warm, new Setting(1, true), new Setting(4, false))));
    }

    @ParameterizedTest
    @MethodSource("outages")
    @Timeout(value = 1, unit = TimeUnit.HOURS) // whatever may not come is waited for with PATIENCE
    void outage_everyInputHasOneOutcome(Outage outage, List<Setting> settings) throws Exception {
        List<KernelUnderLoad> kernels = new ArrayList<>();
        ScheduledExecutorService trickle = Executors.newSingleThreadScheduledExecutor();
        try (StartsOver starts = new StartsOver()) {
            for (Setting setting : settings) {
                KernelUnderLoad kernel = KernelUnderLoad.start(
                        dir, "outage" + prefixes++ + ".", setting.partitions(), broker.firstLine(), registry, producer);
                kernels.add(kernel);
                kernel.createBoards();
                if (setting.warm()) {
                    kernel.send();
                }
                kernel.awaitOutcomes(PATIENCE);
            }
            kernels.forEach(KernelUnderLoad::makeSchema);
            begin(outage);
            trickle.scheduleAtFixedRate(
                    () -> kernels.forEach(KernelUnderLoad::send), 0, PACE.toMillis(), TimeUnit.MILLISECONDS);
            if (ASKED.isPresent()) {
                TimeUnit.SECONDS.sleep(ASKED.get());
            } else if (outage.ofBroker == Fault.NONE) {
                starts.await();
            }
            end(outage);
            for (KernelUnderLoad kernel : kernels) {
                kernel.awaitMoreOutcomes(PATIENCE);
            }
            trickle.shutdown();
            assertThat(trickle.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            for (KernelUnderLoad kernel : kernels) {
                kernel.awaitOutcomes(PATIENCE);
                kernel.verify();
            }
        } finally {
            trickle.shutdownNow();
            kernels.forEach(KernelUnderLoad::close);
            registry.close();
        }
    }

    private void begin(Outage outage) throws Exception {
        if (outage.ofRegistry == Fault.HANGS) {
            registry.hang();
        } else if (outage.ofRegistry == Fault.AWAY) {
            registry.shut();
        }
        if (outage.ofBroker == Fault.HANGS) {
            broker.stand();
        } else if (outage.ofBroker == Fault.AWAY) {
            broker.kill();
        }
    }

    private void end(Outage outage) throws Exception {
        if (outage.ofBroker == Fault.HANGS) {
            broker.goOn();
        } else if (outage.ofBroker == Fault.AWAY) {
            broker = BrokerProcess.start(dir.resolve("broker"), port);
        }
        if (outage.ofRegistry == Fault.HANGS) {
            registry.goOn();
        } else if (outage.ofRegistry == Fault.AWAY) {
            registry.open();
        }
    }

    /** Counts how often the kernel says that a thread starts over. */
    private static final class StartsOver extends AppenderBase<ILoggingEvent> implements AutoCloseable {

        private final Logger log = LogbackLoggers.of("io.patchboard.kernel.stream");
        private final AtomicInteger count = new AtomicInteger();

        StartsOver() {
            start();
            log.addAppender(this);
        }

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getMessage().startsWith("A thread starts over")) {
                count.incrementAndGet();
            }
        }

        void await() {
            Awaitility.await("a start over").atMost(PATIENCE).until(() -> count.get() > 0);
        }

        @Override
        public void close() {
            log.detachAppender(this);
        }
    }
}
