package io.patchboard.bench.gateway;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.source.ConsumerGroupSource;
import io.patchboard.gateway.source.GroupProtocol;
import io.patchboard.gateway.source.ShareGroupSettings;
import io.patchboard.gateway.source.ShareGroupSource;
import io.patchboard.gateway.source.SourceConfig;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.gateway.submit.ProposalEncoder;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.gateway.worker.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What no gateway can do without: Kafka's own consumers, each with a thread, that take records, send an answer for
 * each, wait until the broker has the answers, and acknowledge the records. They read no record, call no worker and
 * make no answer: all answers are one that a gateway has for a worker that does nothing. Settings of consumers, group
 * and producer are the gateway's, and so is when it acknowledges: a share group with its next fetch, a consumer group
 * every 100 ms.
 */
final class PlainGroup implements Answering {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final byte[] ANSWER = answer();

    private final KafkaConnection connection;
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicInteger answered = new AtomicInteger();
    private final List<Thread> members;
    private volatile boolean closing;

    private PlainGroup(KafkaConnection connection, int count, java.util.function.Consumer<PlainGroup> member) {
        this.connection = connection;
        this.producer = new KafkaProducer<>(
                connection.producerConfig(Map.of()), new ByteArraySerializer(), new ByteArraySerializer());
        this.members = IntStream.range(0, count)
                .mapToObj(i -> new Thread(() -> member.accept(this), "bench-plain-" + i))
                .toList();
        members.forEach(Thread::start);
    }

    /** @param more settings of the consumers that differ from the gateway's */
    static PlainGroup share(KafkaConnection connection, int atOnce, int members, Map<String, Object> more) {
        SourceConfig config = config(connection, SourceKind.SHARE, atOnce);
        try (Admin admin = Admin.create(connection.clientConfig(Map.of()))) {
            ShareGroupSettings.ensure(admin, config.shareGroup());
        }
        Map<String, Object> settings = ShareGroupSource.settings(config);
        settings.putAll(more);
        return new PlainGroup(connection, members, group -> group.share(settings));
    }

    static PlainGroup consumer(KafkaConnection connection, int atOnce) {
        Map<String, Object> settings =
                ConsumerGroupSource.settings(config(connection, SourceKind.CONSUMER, atOnce), GroupProtocol.CONSUMER);
        return new PlainGroup(connection, 1, group -> group.consume(settings));
    }

    /** That of a gateway with so many invocations at once. */
    private static SourceConfig config(KafkaConnection connection, SourceKind kind, int atOnce) {
        return new SourceConfig(
                connection,
                QueueSide.group(connection),
                kind,
                List.of(),
                atOnce + GatewayConfig.DEFAULT_PARKED,
                atOnce);
    }

    private static byte[] answer() {
        return ProposalEncoder.json().encode(ProposalSubmitter.proposal(QueueSide.sample("i-0"), Answer.nothing()));
    }

    private void share(Map<String, Object> settings) {
        try (ShareConsumer<byte[], byte[]> consumer =
                new KafkaShareConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(QueueSide.queue(connection)));
            while (!closing) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                answer(records);
                records.forEach(consumer::acknowledge);
            }
        }
    }

    private void consume(Map<String, Object> settings) {
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(QueueSide.queue(connection)));
            long next = System.nanoTime();
            while (!closing) {
                answer(consumer.poll(POLL));
                if (System.nanoTime() - next >= 0) {
                    consumer.commitAsync();
                    next = System.nanoTime() + ConsumerGroupSource.COMMIT_INTERVAL.toNanos();
                }
            }
        }
    }

    private void answer(ConsumerRecords<byte[], byte[]> records) {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            sent.add(producer.send(new ProducerRecord<>(connection.topics().proposals(), record.key(), ANSWER)));
        }
        try {
            for (Future<RecordMetadata> one : sent) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("Expected the broker to take an answer, but: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while sending answers.", e);
        }
        answered.addAndGet(sent.size());
    }

    @Override
    public int answered() {
        return answered.get();
    }

    @Override
    public boolean isIdle() {
        return true; // what is counted was answered, and nothing is held besides
    }

    @Override
    public void close() {
        closing = true;
        try {
            for (Thread member : members) {
                member.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
    }
}
