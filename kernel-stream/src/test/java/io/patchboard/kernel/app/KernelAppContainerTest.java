package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.json.JsonLimits;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.kafka.KafkaContainer;

/** The kernel as a service, on the broker that the Kafka project ships, of the version that the clients have. */
@Testcontainers
@EnabledIf(value = "dockerIsThere", disabledReason = "no Docker engine here, so no broker in a container")
class KernelAppContainerTest {

    private static final String CREATE = """
            {"type":"CreateBoard","commandId":"c1","boardId":"b1","input":{"q":"why?"},
             "blueprint":{"apiVersion":"patchboard/v1","name":"answer",
              "state":{"schema":{"type":"object","properties":{"answer":{"type":"string"}}},"initial":{"q":{"$input":"/q"}}},
              "workers":{"w":{"queue":"llm","read":["/q"],"write":[{"op":["add"],"path":"/answer"}]}},
              "rules":[{"name":"ask","on":{"event":"created"},"invoke":"w"}],
              "complete":{"when":"has(state.answer)","result":"/answer"}}}
            """;

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Container
    private static final KafkaContainer KAFKA = new KafkaContainer("apache/kafka:" + AppInfoParser.getVersion());

    @TempDir
    private Path stateDir;

    private final List<LogEntry> read = new ArrayList<>();

    static boolean dockerIsThere() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    @Test
    void board_onARealBroker_isCreatedAnsweredAndCompleted() throws Exception {
        String servers = KAFKA.getBootstrapServers();
        KernelConfig config = KernelConfig.builder(
                        servers, stateDir, "a secret of some bytes".getBytes(StandardCharsets.UTF_8))
                .build();
        try (KernelApp kernel = KernelApp.start(config);
                KafkaProducer<byte[], byte[]> producer = producer(servers);
                KafkaConsumer<byte[], byte[]> consumer = consumer(servers)) {
            assertThat(kernel.failure().toCompletableFuture()).isNotDone();
            send(producer, "patchboard.commands", CREATE);
            consumer.subscribe(List.of("patchboard.committed", "patchboard.rejected", "patchboard.invocations.llm"));
            WorkerInvoked invoked = await(consumer, WorkerInvoked.class, entry -> true);

            send(producer, "patchboard.proposals", answer("p1", invoked, "/q"));
            PatchRejected rejected = await(consumer, PatchRejected.class, entry -> true);
            assertThat(rejected.stage()).isEqualTo(Stage.AUTHORIZATION);
            WorkerInvoked again = await(consumer, WorkerInvoked.class, entry -> entry.attempt() == 2);
            send(producer, "patchboard.proposals", answer("p2", again, "/answer"));
            await(consumer, BoardCompleted.class, entry -> true);
        }

        read.sort(Comparator.comparingLong(LogEntry::sequence));
        assertThat(read)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(
                        BoardCreated.class,
                        WorkerInvoked.class,
                        PatchRejected.class,
                        WorkerInvoked.class,
                        PatchCommitted.class,
                        BoardCompleted.class);
        assertThat(read).extracting(LogEntry::sequence).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(((BoardCompleted) read.get(5).event()).result()).hasToString("\"because\"");
    }

    private static String answer(String proposalId, WorkerInvoked invoked, String path) {
        return "{\"proposalId\":\"" + proposalId + "\",\"boardId\":\"b1\",\"worker\":\"w\",\"invocationId\":\""
                + invoked.invocationId() + "\",\"patch\":[{\"op\":\"add\",\"path\":\"" + path
                + "\",\"value\":\"because\"}]}";
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, String topic, String json) throws Exception {
        producer.send(new ProducerRecord<>(
                        topic, "b1".getBytes(StandardCharsets.UTF_8), json.getBytes(StandardCharsets.UTF_8)))
                .get();
    }

    private <T extends Event> T await(KafkaConsumer<byte[], byte[]> consumer, Class<T> type, Predicate<T> condition)
            throws Exception {
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT);
        Instant end = Instant.now().plus(PATIENCE);
        while (Instant.now().isBefore(end)) {
            for (LogEntry entry : read) {
                if (type.isInstance(entry.event()) && condition.test(type.cast(entry.event()))) {
                    return type.cast(entry.event());
                }
            }
            for (var polled : consumer.poll(Duration.ofMillis(200))) {
                read.add(decoder.decodeEntry(polled.value()));
            }
        }
        throw new AssertionError("Expected a " + type.getSimpleName() + " within " + PATIENCE + ", but got " + read);
    }

    private static KafkaProducer<byte[], byte[]> producer(String servers) {
        return new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String servers) {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        servers,
                        ConsumerConfig.GROUP_ID_CONFIG,
                        "test",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.METADATA_MAX_AGE_CONFIG,
                        "1000",
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
