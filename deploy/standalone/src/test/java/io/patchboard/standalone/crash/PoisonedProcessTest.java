package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.record.BoardRecord;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.cli.Cli;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kernel with a bug, on a broker: a proposal that ends its process twice is rejected by the third. */
@Tag("long")
final class PoisonedProcessTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final String POISON = "arsenic";

    /** The bug: whoever writes down that a certain patch is committed runs out of memory. */
    public static final class Bug implements ProducerInterceptor<byte[], byte[]> {

        @Override
        public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> entry) {
            if (entry.topic().equals(TOPICS.committed())
                    && new String(entry.value(), StandardCharsets.UTF_8).contains(POISON)) {
                throw new OutOfMemoryError("as the test asks for");
            }
            return entry;
        }

        @Override
        public void onAcknowledgement(RecordMetadata metadata, Exception failure) {}

        @Override
        public void configure(Map<String, ?> settings) {}

        @Override
        public void close() {}
    }

    @Test
    void proposalThatEndsTheProcess_isRejectedByTheThird_andTheOtherBoardsGoOn(@TempDir Path dir) throws Exception {
        Map<String, String> settings = Map.of(
                "PATCHBOARD_PARTITIONS", "1", "PATCHBOARD_KAFKA_PRODUCER_INTERCEPTOR_CLASSES", Bug.class.getName());
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")))) {
            String servers = broker.bootstrapServers();
            Path home = dir.resolve("kernel");
            try (KernelProcess first = KernelProcess.start(servers, home, settings)) {
                first.awaitReady(PATIENCE);
                send(servers);
                assertThat(first.runsFor(PATIENCE)).isFalse();
            }
            try (KernelProcess second = KernelProcess.start(servers, home, settings)) {
                assertThat(second.runsFor(PATIENCE)).isFalse();
            }
            try (KernelProcess third = KernelProcess.start(servers, home, settings)) {
                third.awaitReady(PATIENCE);
                await("all outcomes").atMost(PATIENCE).until(() -> outcomes(servers) == 5);
            }
            SortedMap<String, List<LogEntry>> log = CommittedLog.read(servers);
            assertThat(log.get("poisoned").get(1).event()).isInstanceOfSatisfying(PatchRejected.class, rejected -> {
                assertThat(rejected.rejection().code()).isEqualTo("internal-error");
                assertThat(rejected.rejection().message()).contains("poison");
            });
            assertThat(log.get("poisoned").get(2).event()).isInstanceOf(PatchCommitted.class);
            assertThat(log.get("other").get(1).event()).isInstanceOf(PatchCommitted.class);
            Cli replay = Cli.run("replay", "--verify", "--decide", "--inputs", "--bootstrap-server", servers);
            assertThat(replay.exitCode()).as("%s%s", replay.out(), replay.err()).isZero();
        }
    }

    private static int outcomes(String servers) {
        return CommittedLog.read(servers).values().stream().mapToInt(List::size).sum();
    }

    private static void send(String servers) {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers), new StringSerializer(), new ByteArraySerializer())) {
            send(producer, TOPICS.commands(), Notes.create("poisoned"));
            send(producer, TOPICS.commands(), Notes.create("other"));
            send(producer, TOPICS.proposals(), Notes.note("poisoned", POISON));
            send(producer, TOPICS.proposals(), Notes.note("poisoned", "water"));
            send(producer, TOPICS.proposals(), Notes.note("other", "water"));
        }
    }

    private static void send(KafkaProducer<String, byte[]> producer, String topic, BoardRecord record) {
        producer.send(new ProducerRecord<>(
                topic, record.boardId(), record.toJson().toString().getBytes(StandardCharsets.UTF_8)));
    }
}
