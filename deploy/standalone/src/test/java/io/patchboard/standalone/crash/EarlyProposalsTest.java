package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.kernel.app.CommandRounds;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.broker.KnownTopics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A proposal that is sent when its {@code CreateBoard} is acknowledged is committed, whichever partitions its sender
 * takes, though kernels are killed meanwhile. Senders hash keys as Java's clients do, or as those on librdkafka.
 *
 * <p>With {@code -Dpatchboard.early=BOARDS}, 1,000 and more, also behind a transaction that nobody ends before the
 * broker does.
 */
@Order(1) // takes long, so it begins first
@Tag("long")
final class EarlyProposalsTest {

    private static final int BOARDS = Integer.getInteger("patchboard.early", 200);
    private static final int ROUNDS = Integer.getInteger("patchboard.early.kills", 2);
    private static final long SEED = Long.getLong("patchboard.kills.seed", System.nanoTime());
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    @TempDir
    private static Path dir;

    private static EmbeddedBroker broker;

    private final Random random = new Random(SEED);
    private final AtomicInteger sent = new AtomicInteger();

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void proposalsAfterTheirBoardIsAcknowledged_areCommittedInTheirOrder(@TempDir Path home) throws Exception {
        System.out.printf("Early proposals: %d boards, seed %d (-Dpatchboard.early)%n", BOARDS, SEED);
        try (Kernels kernels = new Kernels(broker.bootstrapServers(), home, random, new CrashReport());
                KafkaProducer<String, byte[]> producer = producer(Map.of("linger.ms", 0))) {
            kernels.awaitReady();
            try (Watcher watcher = new Watcher(KafkaConnection.to(broker.bootstrapServers()), invoked -> {})) {
                long before = outcomes(watcher);
                for (int round = 0; round < ROUNDS; round++) {
                    int from = BOARDS * round / ROUNDS;
                    int to = BOARDS * (round + 1) / ROUNDS;
                    if (random.nextBoolean()) {
                        kernels.awaitReady();
                    }
                    CompletableFuture<Void> all = CompletableFuture.runAsync(
                            () -> send(producer, "board-", from, to), Thread::startVirtualThread);
                    int moment = 3 * from + random.nextInt(3 * (to - from));
                    await("a moment").atMost(PATIENCE).until(() -> sent.get() >= moment);
                    kernels.killAll();
                    all.get();
                }
                kernels.awaitReady();
                awaitOutcomes(watcher, before + 3L * BOARDS);
            }
        }
        assertInOrder("board-", BOARDS);
    }

    @Test
    @EnabledIfSystemProperty(named = "patchboard.early", matches = "\\d{4,}")
    void transactionOfADeadKernel_isWaitedFor(@TempDir Path home) throws Exception {
        try (Kernels kernels = new Kernels(broker.bootstrapServers(), home, random, new CrashReport());
                KafkaProducer<String, byte[]> producer = producer(Map.of("linger.ms", 0))) {
            kernels.awaitReady();
            KafkaProducer<String, byte[]> dead =
                    producer(Map.of("transactional.id", "dead", "transaction.timeout.ms", 10_000));
            dead.initTransactions();
            dead.beginTransaction();
            for (PartitionInfo partition : producer.partitionsFor(TOPICS.commands())) {
                dead.send(new ProducerRecord<>(TOPICS.commands(), partition.partition(), "b", new byte[1]));
            }
            dead.flush();
            dead.close(Duration.ZERO);
            try (Watcher watcher = new Watcher(KafkaConnection.to(broker.bootstrapServers()), invoked -> {})) {
                long before = outcomes(watcher);
                send(producer, "hidden-", 0, 10);
                awaitOutcomes(watcher, before + 3L * 10);
            }
        }
        assertInOrder("hidden-", 10);
    }

    @Test
    void roundOfCommands_endsWhenTheyAreProcessed_andNotBeforeWhatHidesThemHasEnded() throws Exception {
        Topics topics = new Topics("rounds.");
        TopicPartition first = new TopicPartition(topics.commands(), 0);
        TopicPartition second = new TopicPartition(topics.commands(), 1);
        Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
        try (Admin admin = Admin.create(client);
                CommandRounds rounds = new CommandRounds(admin, topics, 2, client);
                KafkaProducer<String, byte[]> kernel = producer(Map.of("transactional.id", "dead", "linger.ms", 0));
                KafkaProducer<String, byte[]> sender = producer(Map.of("linger.ms", 0))) {
            KnownTopics.create(admin, List.of(new NewTopic(topics.commands(), 2, (short) 1)));
            awaitRounds(rounds, 2);

            kernel.initTransactions();
            kernel.beginTransaction();
            kernel.send(new ProducerRecord<>(topics.commands(), 0, "b", new byte[1]))
                    .get();
            assertStands(rounds);
            kernel.abortTransaction();
            awaitRounds(rounds, 2); // though nobody has committed an offset behind what was aborted

            sender.send(new ProducerRecord<>(topics.commands(), 1, "b", new byte[1]))
                    .get();
            assertStands(rounds);
            admin.alterConsumerGroupOffsets(topics.kernelGroup(), Map.of(second, new OffsetAndMetadata(1)))
                    .all()
                    .get();
            awaitRounds(rounds, 2);

            sender.send(new ProducerRecord<>(topics.commands(), 0, "b", new byte[1]))
                    .get();
            assertStands(rounds);
            admin.alterConsumerGroupOffsets(topics.kernelGroup(), Map.of(first, new OffsetAndMetadata(3)))
                    .all()
                    .get();
            awaitRounds(rounds, 2);
        }
    }

    /** The broker would give it another number of partitions than boards are spread over. */
    @Test
    void roundOfCommands_whoseTopicIsDeleted_doesNotMakeItAnew() throws Exception {
        Topics topics = new Topics("deleted.");
        Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
        try (Admin admin = Admin.create(client);
                CommandRounds rounds = new CommandRounds(admin, topics, 1, client);
                KafkaProducer<String, byte[]> sender = producer(Map.of("linger.ms", 0))) {
            KnownTopics.create(admin, List.of(new NewTopic(topics.commands(), 1, (short) 1)));
            sender.send(new ProducerRecord<>(topics.commands(), 0, "b", new byte[1]))
                    .get();
            sender.close();
            assertStands(rounds);

            admin.deleteTopics(List.of(topics.commands())).all().get();
            for (int i = 0; i < 10; i++) {
                rounds.look();
            }

            assertThat(admin.listTopics().names().get()).doesNotContain(topics.commands());
        }
    }

    private static void awaitRounds(CommandRounds rounds, int more) {
        long before = rounds.rounds();
        await("rounds").atMost(PATIENCE).until(() -> {
            rounds.look();
            return rounds.rounds() >= before + more;
        });
    }

    /** But for the round that was going on. */
    private static void assertStands(CommandRounds rounds) throws Exception {
        long before = rounds.rounds();
        for (int i = 0; i < 5; i++) {
            rounds.look();
        }
        assertThat(rounds.rounds()).isLessThanOrEqualTo(before + 1);
    }

    /** Those that are there already. */
    private static long outcomes(Watcher watcher) {
        long decided = CommittedLog.read(broker.bootstrapServers()).values().stream()
                .mapToLong(List::size)
                .sum();
        awaitOutcomes(watcher, decided);
        return decided;
    }

    private static void awaitOutcomes(Watcher watcher, long count) {
        await("outcomes").atMost(PATIENCE).until(() -> watcher.outcomes() == count);
    }

    private static void assertInOrder(String prefix, int boards) {
        SortedMap<String, List<LogEntry>> log = CommittedLog.read(broker.bootstrapServers());
        log.keySet().removeIf(board -> !board.startsWith(prefix));
        assertThat(log).hasSize(boards);
        log.forEach(EarlyProposalsTest::assertInOrder);
    }

    private static void assertInOrder(String board, List<LogEntry> entries) {
        assertThat(entries)
                .as(board)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardCreated.class, PatchCommitted.class, PatchCommitted.class)
                .last()
                .isInstanceOfSatisfying(
                        PatchCommitted.class,
                        second -> assertThat(second.proposalId()).isEqualTo("second"));
    }

    private static KafkaProducer<String, byte[]> producer(Map<String, Object> more) {
        Map<String, Object> properties = new HashMap<>(more);
        properties.put("bootstrap.servers", broker.bootstrapServers());
        return new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }

    private void send(KafkaProducer<String, byte[]> producer, String prefix, int from, int to) {
        for (int i = from; i < to; i++) {
            String board = prefix + i;
            boolean crc = i % 2 == 0;
            send(producer, TOPICS.commands(), Notes.create(board), crc);
            send(producer, TOPICS.proposals(), Notes.note(board, "first"), crc);
            send(producer, TOPICS.proposals(), Notes.note(board, "second"), crc);
        }
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
