package io.patchboard.standalone.broker;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * A kill while transactions are being ended. One that nobody ends afterwards hides everything behind it from whoever
 * reads committed records, for ever, and a kernel that restores its stores from such a topic never comes back.
 */
@Tag("long")
class KilledAmongTransactionsTest {

    private static final int PARTITIONS = 8;
    private static final int PRODUCERS = 4;
    private static final int ENOUGH = 60;

    @TempDir
    private Path dir;

    @RepeatedTest(4)
    void killedProcess_thenStart_everyTransactionIsEnded() throws Exception {
        try (BrokerProcess process = BrokerProcess.start(dir)) {
            commitUntilKilled(process);
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir));
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            for (int i = 0; i < PRODUCERS; i++) {
                try (var producer = producer(broker.bootstrapServers(), i)) {
                    producer.initTransactions(); // ends what its predecessor had begun
                }
            }
            await().atMost(Duration.ofMinutes(5))
                    .untilAsserted(() -> assertThat(ends(admin, IsolationLevel.READ_COMMITTED))
                            .isEqualTo(ends(admin, IsolationLevel.READ_UNCOMMITTED)));
        }
    }

    private static void commitUntilKilled(BrokerProcess process) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", process.firstLine()))) {
            KnownTopics.create(admin, List.of(new NewTopic("t", PARTITIONS, (short) 1)));
        }
        AtomicInteger commits = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(PRODUCERS);
        try {
            for (int i = 0; i < PRODUCERS; i++) {
                int id = i;
                threads.execute(() -> commitForEver(process.firstLine(), id, commits));
            }
            await().atMost(Duration.ofMinutes(5)).until(() -> commits.get() >= ENOUGH);
            process.kill();
        } finally {
            threads.shutdownNow();
        }
        assertThat(threads.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
    }

    private static void commitForEver(String bootstrapServers, int id, AtomicInteger commits) {
        KafkaProducer<String, String> producer = producer(bootstrapServers, id);
        try {
            producer.initTransactions();
            while (true) {
                producer.beginTransaction();
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    producer.send(new ProducerRecord<>("t", partition, "board", "value"));
                }
                producer.commitTransaction();
                commits.incrementAndGet();
            }
        } catch (KafkaException e) {
            // The broker has been killed, and this thread was told to stop.
        } finally {
            Thread.interrupted(); // a client that is interrupted does not close
            producer.close(Duration.ZERO);
        }
    }

    private static KafkaProducer<String, String> producer(String bootstrapServers, int id) {
        return Records.producer(bootstrapServers, Map.of("transactional.id", "tx-" + id, "max.block.ms", 10_000));
    }

    private static Map<TopicPartition, Long> ends(Admin admin, IsolationLevel level) throws Exception {
        var partitions = IntStream.range(0, PARTITIONS)
                .mapToObj(p -> new TopicPartition("t", p))
                .collect(toMap(Function.identity(), p -> OffsetSpec.latest()));
        return admin.listOffsets(partitions, new ListOffsetsOptions(level)).all().get().entrySet().stream()
                .collect(toMap(Map.Entry::getKey, e -> e.getValue().offset()));
    }
}
