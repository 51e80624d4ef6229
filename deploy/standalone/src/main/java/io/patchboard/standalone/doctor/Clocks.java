package io.patchboard.standalone.doctor;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.Topics;
import io.patchboard.standalone.check.Finding;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * How far the broker's clock is from this machine's. The broker gives each input its time, and kernels and gateways
 * hold their own clocks against deadlines that are made of it.
 *
 * <p>There is no request for a broker's time. So a record is sent to the topic of commands in a transaction that is
 * aborted: it gets its time, and no kernel ever sees it.
 */
final class Clocks {

    private static final Duration SLIGHT = Duration.ofMillis(500);
    private static final Duration MUCH = Duration.ofSeconds(5);

    /** What no broker's clock is off by to the millisecond: a record that keeps it has the sender's time. */
    private static final Duration EARLIER = Duration.ofDays(1);

    private Clocks() {}

    /** That the check takes. */
    static String right(Topics topics) {
        return "to write " + topics.commands() + " and transactional ids that begin with " + prefix(topics);
    }

    private static String prefix(Topics topics) {
        return topics.prefix() + "doctor-";
    }

    static void check(KafkaConnection connection, Consumer<Finding> told)
            throws ExecutionException, InterruptedException {
        Map<String, Object> settings = connection.producerConfig(Map.of(
                "transactional.id",
                prefix(connection.topics()) + UUID.randomUUID(),
                // Should this process be ended in between, boards wait no longer.
                "transaction.timeout.ms",
                10_000,
                "max.block.ms",
                (int) connection.patience(Duration.ofSeconds(10)).toMillis()));
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            long before = System.currentTimeMillis();
            long sent = before - EARLIER.toMillis();
            String commands = connection.topics().commands();
            long given = producer.send(new ProducerRecord<>(commands, null, sent, null, new byte[0]))
                    .get()
                    .timestamp();
            long after = System.currentTimeMillis();
            producer.abortTransaction();
            told.accept(
                    given == sent
                            ? Finding.warn(
                                    "clock",
                                    "The broker's clock cannot be read, as records of topic " + commands
                                            + " have their senders' times. Mend its settings first"
                                            + " (message.timestamp.type=LogAppendTime).")
                            : finding(given, before, after));
        } catch (KafkaException e) {
            throw new ExecutionException(e);
        }
    }

    /** The broker's clock was read between two readings of this one. */
    static Finding finding(long given, long before, long after) {
        long ahead = given > after ? given - after : given < before ? given - before : 0;
        String found = ahead == 0
                ? "The broker's clock and this machine's agree."
                : "The broker's clock is " + Math.abs(ahead) + " ms " + (ahead > 0 ? "ahead of" : "behind")
                        + " this machine's";
        if (Math.abs(ahead) <= SLIGHT.toMillis()) {
            return Finding.pass("clock", ahead == 0 ? found : found + ".");
        }
        String advice = ". Deadlines are made of the broker's time and held against the clocks of kernels and gateways:"
                + " run NTP on all of these machines.";
        return Math.abs(ahead) <= MUCH.toMillis()
                ? Finding.warn("clock", found + advice)
                : Finding.fail("clock", found + advice);
    }
}
