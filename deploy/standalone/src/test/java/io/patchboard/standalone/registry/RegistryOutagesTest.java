package io.patchboard.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.patchboard.encoding.Encoding;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.encoding.RecordSchemas;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.kernel.stream.InputReader;
import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.registry.SchemaRegistryClient;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.crash.Outcomes;
import io.patchboard.standalone.registry.RegistryState.Definition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * Records of an unseen schema, and those behind them, while the registry does not answer: each is decided, once.
 *
 * <p>An outage takes 20 s, and until a thread of the kernel has started over; {@code -Dpatchboard.outage=SECONDS} sets it, and has more
 * of them tried.
 */
final class RegistryOutagesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Optional<Integer> ASKED = Optional.ofNullable(Integer.getInteger("patchboard.outage"));
    private static final int SECONDS = ASKED.orElse(20);
    private static final int BOARDS = 8;
    private static final String BLUEPRINT = "{\"apiVersion\":\"patchboard/v1\",\"name\":\"notes\","
            + "\"state\":{\"schema\":{\"type\":\"object\"},\"initial\":{\"notes\":[]}},"
            + "\"workers\":{\"w\":{\"unsolicited\":true,\"write\":[{\"op\":[\"add\"],\"path\":\"/notes/-\"}]}},"
            + "\"complete\":{\"when\":\"size(state.notes) > 1000\",\"result\":\"/notes\"}}";

    @TempDir
    private static Path dir;

    private static EmbeddedBroker broker;
    private static KafkaProducer<String, byte[]> producer;
    private static int runs;

    private final Topics topics = new Topics("outage" + runs++ + ".");

    enum Outage {
        HANGS,
        REFUSES
    }

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")));
        // What is sent together arrives together, so that the kernel has written something when it meets an unseen
        // schema.
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "linger.ms", 100),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    @AfterAll
    static void stopBroker() {
        producer.close();
        broker.close();
    }

    static Stream<Arguments> outages() {
        Stream<Arguments> some = Stream.of(Arguments.of(Outage.HANGS, 1, false), Arguments.of(Outage.REFUSES, 4, true));
        Stream<Arguments> others =
                Stream.of(Arguments.of(Outage.HANGS, 4, true), Arguments.of(Outage.REFUSES, 1, false));
        return ASKED.isEmpty() ? some : Stream.concat(some, others);
    }

    @ParameterizedTest
    @MethodSource("outages")
    void outage_everyInputHasOneOutcome(Outage outage, int partitions, boolean offsetsCommitted) throws Exception {
        try (ProtocolRegistry registry = ProtocolRegistry.start();
                StartsOver starts = new StartsOver();
                KernelApp kernel = KernelApp.start(config(registry, partitions))) {
            for (int i = 0; i < BOARDS; i++) {
                send(topics.commands(), "b" + i, create("b" + i));
                if (offsetsCommitted) {
                    send(topics.proposals(), "b" + i, json("b" + i, "first"));
                }
            }
            awaitOutcomes(registry);
            Schema schema = withField(new Schema.Parser().parse(RecordSchemas.text("PatchProposal")));
            int unseen = registry.state().register("elsewhere", new Definition(schema.toString(), List.of()));
            begin(outage, registry);
            for (int i = 0; i < BOARDS; i++) {
                String board = "b" + i;
                send(topics.proposals(), board, json(board, "before"));
                send(topics.proposals(), board, AvroProposals.confluent(unseen, avro(schema, board)));
                send(topics.proposals(), board, json(board, "behind"));
                send(topics.proposals(), board, json(board, "last"));
            }
            producer.flush();
            TimeUnit.SECONDS.sleep(SECONDS);
            starts.await();
            end(outage, registry);
            awaitOutcomes(registry);
            assertThat(kernel.failure().toCompletableFuture()).isNotDone();
        }
    }

    private static void begin(Outage outage, ProtocolRegistry registry) {
        if (outage == Outage.HANGS) {
            registry.hang();
        } else {
            registry.shut();
        }
    }

    private static void end(Outage outage, ProtocolRegistry registry) {
        if (outage == Outage.HANGS) {
            registry.goOn();
        } else {
            registry.open();
        }
    }

    private void awaitOutcomes(ProtocolRegistry registry) {
        producer.flush();
        SchemaRegistryClient schemas = new SchemaRegistryClient(RegistryConfig.of(registry.url()));
        RecordDecoder decoder = new RecordDecoder(InputReader.LIMITS, schemas);
        await("outcomes").atMost(PATIENCE).untilAsserted(() -> {
            assertThat(Outcomes.read(broker.bootstrapServers(), topics, decoder).wrong())
                    .isEmpty();
        });
    }

    private KernelConfig config(ProtocolRegistry registry, int partitions) {
        return KernelConfig.builder(
                        broker.bootstrapServers(),
                        dir.resolve(topics.prefix()),
                        "a secret of some bytes".getBytes(StandardCharsets.UTF_8))
                .prefix(topics.prefix())
                .partitions(partitions)
                .outputs(Encoding.JSON)
                .registry(RegistryConfig.of(registry.url()).withTimeout(Duration.ofSeconds(2)))
                .build();
    }

    private void send(String topic, String board, byte[] value) {
        producer.send(new ProducerRecord<>(topic, board, value));
    }

    private static byte[] create(String board) {
        return ("{\"type\":\"CreateBoard\",\"commandId\":\"c\",\"boardId\":\"" + board + "\",\"blueprint\":" + BLUEPRINT
                        + ",\"input\":{}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] json(String board, String id) {
        return ("{\"proposalId\":\"" + id + "\",\"boardId\":\"" + board
                        + "\",\"worker\":\"w\",\"patch\":[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"" + id
                        + "\"}]}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static GenericRecord avro(Schema schema, String board) {
        return new GenericRecordBuilder(schema)
                .set("proposalId", "unseen")
                .set("boardId", board)
                .set("worker", "w")
                .set("patch", "[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"unseen\"}]")
                .build();
    }

    private static Schema withField(Schema schema) {
        String text = schema.toString();
        return new Schema.Parser()
                .parse(text.substring(0, text.length() - 2)
                        + ",{\"name\":\"mood\",\"type\":[\"null\",\"string\"],\"default\":null}]}");
    }

    /** Counts how often the kernel says that a thread starts over. */
    private static final class StartsOver extends AppenderBase<ILoggingEvent> implements AutoCloseable {

        private final Logger log = (Logger) LoggerFactory.getLogger("io.patchboard.kernel.stream");
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
            org.awaitility.Awaitility.await("a start over").atMost(PATIENCE).until(() -> count.get() > 0);
        }

        @Override
        public void close() {
            log.detachAppender(this);
        }
    }
}
