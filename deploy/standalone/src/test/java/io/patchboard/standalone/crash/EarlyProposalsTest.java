package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.read.KafkaConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A proposal that is sent when its {@code CreateBoard} is acknowledged is committed, whichever partitions its sender takes, though
 * kernels are killed meanwhile. Senders hash keys as Java's clients do, or as those on librdkafka.
 */
final class EarlyProposalsTest {

    private static final int BOARDS = Integer.getInteger("patchboard.early", 400);
    private static final int ROUNDS = Integer.getInteger("patchboard.early.kills", 3);
    private static final long SEED = Long.getLong("patchboard.kills.seed", System.nanoTime());
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    private static final Json BLUEPRINT = JsonReader.parse("""
            {"apiVersion":"patchboard/v1","name":"notes","state":{"schema":{"type":"object"},"initial":{"notes":[]}},
             "workers":{"scribe":{"unsolicited":true,"write":[{"op":["add"],"path":"/notes/-"}]}}}
            """);

    @TempDir
    private Path dir;

    private final Random random = new Random(SEED);
    private final AtomicInteger sent = new AtomicInteger();

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void proposalsAfterTheirBoardIsAcknowledged_areCommittedInTheirOrder() throws Exception {
        System.out.printf("Early proposals: %d boards, seed %d (-Dpatchboard.early)%n", BOARDS, SEED);
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")));
                Kernels kernels = new Kernels(broker.bootstrapServers(), dir, random, new CrashReport());
                KafkaProducer<String, byte[]> producer = producer(broker.bootstrapServers())) {
            kernels.awaitReady();
            try (Watcher watcher = new Watcher(KafkaConnection.to(broker.bootstrapServers()), invoked -> {})) {
                for (int round = 0; round < ROUNDS; round++) {
                    int from = BOARDS * round / ROUNDS;
                    int to = BOARDS * (round + 1) / ROUNDS;
                    if (random.nextBoolean()) {
                        kernels.awaitReady();
                    }
                    CompletableFuture<Void> all = CompletableFuture.runAsync(() -> send(producer, from, to));
                    int moment = 3 * from + random.nextInt(3 * (to - from));
                    await("a moment").atMost(PATIENCE).until(() -> sent.get() >= moment);
                    kernels.killAll();
                    all.get();
                }
                kernels.awaitReady();
                await("outcomes").atMost(PATIENCE).until(() -> watcher.outcomes() == 3L * BOARDS);
            }
            SortedMap<String, List<LogEntry>> log = CommittedLog.read(broker.bootstrapServers());
            assertThat(log).hasSize(BOARDS);
            log.forEach(EarlyProposalsTest::assertInOrder);
        }
    }

    private static void assertInOrder(String board, List<LogEntry> entries) {
        assertThat(entries)
                .as(board)
                .hasExactlyElementsOfTypes(BoardCreated.class, PatchCommitted.class, PatchCommitted.class)
                .last()
                .isInstanceOfSatisfying(
                        PatchCommitted.class,
                        second -> assertThat(second.proposalId()).isEqualTo("second"));
    }

    private static KafkaProducer<String, byte[]> producer(String servers) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", servers, "linger.ms", 0),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    private void send(KafkaProducer<String, byte[]> producer, int from, int to) {
        for (int i = from; i < to; i++) {
            String board = "board-" + i;
            boolean crc = i % 2 == 0;
            send(producer, TOPICS.commands(), new CreateBoard("create", board, BLUEPRINT, Json.nul()), crc);
            send(producer, TOPICS.proposals(), note(board, "first"), crc);
            send(producer, TOPICS.proposals(), note(board, "second"), crc);
        }
    }

    private static PatchProposal note(String board, String id) {
        return new PatchProposal(
                id,
                board,
                "scribe",
                Optional.empty(),
                JsonReader.parse("[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"" + id + "\"}]"),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns when the broker has it. */
    private void send(KafkaProducer<String, byte[]> producer, String topic, BoardRecord record, boolean crc) {
        byte[] key = record.boardId().getBytes(StandardCharsets.UTF_8);
        Integer partition = crc ? crc(key, producer.partitionsFor(topic).size()) : null;
        byte[] value = record.toJson().toString().getBytes(StandardCharsets.UTF_8);
        try {
            producer.send(new ProducerRecord<>(topic, partition, record.boardId(), value))
                    .get();
            sent.incrementAndGet();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("Expected the broker to take a record, but: " + e, e);
        }
    }

    /** Where librdkafka's default partitioner puts a key. */
    private static Integer crc(byte[] key, int partitions) {
        CRC32 crc = new CRC32();
        crc.update(key);
        return (int) (crc.getValue() % partitions);
    }
}
