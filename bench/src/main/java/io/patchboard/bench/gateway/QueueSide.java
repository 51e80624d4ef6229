package io.patchboard.bench.gateway;

import io.patchboard.bench.process.NewTopics;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.SampleInvocation;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A queue on topics of its own, and who answers its invocations in this JVM; the bench writes them. */
public final class QueueSide implements AutoCloseable {

    static final String WORKER = "w";

    private static final int PARTITIONS = 4;
    private static final Duration LONGEST_TURN = Duration.ofMinutes(2);

    private final KafkaConnection connection;
    private final KafkaProducer<byte[], byte[]> kernel;
    private final Answering answering;
    private int sent;

    private QueueSide(String bootstrap, String prefix, Function<KafkaConnection, Answering> answering) {
        this.connection = new KafkaConnection(bootstrap, Map.of(), new Topics(prefix));
        createTopics();
        this.kernel = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "linger.ms", 5),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.answering = answering.apply(connection);
    }

    /**
     * Gateways with one worker.
     *
     * @param count of gateways that share the work
     * @param atOnce invocations at once of each
     * @param thinking how long the worker takes for an answer
     */
    public static QueueSide gateways(
            String bootstrap, String prefix, SourceKind source, int count, int atOnce, Duration thinking) {
        return new QueueSide(
                bootstrap, prefix, connection -> new Gateways(connection, source, count, atOnce, thinking));
    }

    /**
     * Kafka's share consumers without a gateway.
     *
     * @param atOnce of the gateway that has the same settings
     */
    public static QueueSide plainShare(String bootstrap, String prefix, int atOnce, int members) {
        return new QueueSide(bootstrap, prefix, connection -> PlainGroup.share(connection, atOnce, members, Map.of()));
    }

    /** The same, but that each takes as much at once as Kafka gives it if nobody says how much. */
    public static QueueSide plainShareOfLargeBatches(String bootstrap, String prefix, int atOnce, int members) {
        Map<String, Object> batches = Map.of(
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                Integer.toString(ConsumerConfig.DEFAULT_MAX_POLL_RECORDS),
                ConsumerConfig.SHARE_ACQUIRE_MODE_CONFIG,
                "batch_optimized");
        return new QueueSide(bootstrap, prefix, connection -> PlainGroup.share(connection, atOnce, members, batches));
    }

    /** Kafka's consumer without a gateway. */
    public static QueueSide plainConsumer(String bootstrap, String prefix, int atOnce) {
        return new QueueSide(bootstrap, prefix, connection -> PlainGroup.consumer(connection, atOnce));
    }

    static String queue(KafkaConnection connection) {
        return connection.topics().invocations("default");
    }

    static String group(KafkaConnection connection) {
        return connection.topics().prefix() + "bench";
    }

    private void createTopics() {
        try (Admin admin = Admin.create(connection.clientConfig(Map.of()))) {
            NewTopics.create(
                    admin,
                    List.of(topic(queue(connection)), topic(connection.topics().proposals())));
        }
    }

    private static NewTopic topic(String name) {
        return new NewTopic(name, Optional.of(PARTITIONS), Optional.empty());
    }

    /** Sends invocations and waits until the broker has an answer to each. */
    public Duration turn(int invocations) {
        long start = System.nanoTime();
        for (int i = 0; i < invocations; i++) {
            String id = "i-" + sent++;
            kernel.send(
                    new ProducerRecord<>(queue(connection), id.getBytes(StandardCharsets.UTF_8), bytes(sample(id))));
        }
        kernel.flush();
        while (answering.answered() < sent || !answering.isIdle()) {
            pause();
            if (System.nanoTime() - start > LONGEST_TURN.toNanos()) {
                throw new IllegalStateException("Expected " + sent + " answers, but got " + answering.answered() + ".");
            }
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Each of a board of its own. */
    static Invocation sample(String id) {
        return SampleInvocation.of(WORKER).id(id).board("board-" + id).build();
    }

    private static byte[] bytes(Invocation invocation) {
        return JsonWriter.compact(invocation.entry().toJson()).getBytes(StandardCharsets.UTF_8);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for answers.", e);
        }
    }

    @Override
    public void close() {
        answering.close();
        kernel.close();
    }
}
