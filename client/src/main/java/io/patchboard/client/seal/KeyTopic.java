package io.patchboard.client.seal;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogSource;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.FieldException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and writes the topic of keys. Whoever seals first makes it; where there is none, nothing was sealed. Safe for
 * use by several threads, which take turns.
 */
final class KeyTopic implements AutoCloseable {

    /** What is older in a segment that is full or this old may be compacted. */
    static final Duration SEGMENT = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(KeyTopic.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration DELIVERY = Duration.ofSeconds(10);

    /**
     * A key that was written over is soon compacted away, and its file deleted: within a minute and what the broker's
     * cleaner takes. With each hundredth that is new, all is written again, which is cheap, as keys are small.
     */
    private static final Map<String, String> SETTINGS = Map.of(
            "cleanup.policy",
            "compact",
            "segment.ms",
            Long.toString(SEGMENT.toMillis()),
            "min.cleanable.dirty.ratio",
            "0.01",
            "max.compaction.lag.ms",
            Long.toString(Duration.ofMinutes(1).toMillis()),
            "delete.retention.ms",
            "0",
            "file.delete.delay.ms",
            "1000");

    private final KafkaConnection connection;
    private final String topic;
    private final Map<String, KeyEntry> entries = new HashMap<>();
    private Optional<LogSource> source = Optional.empty();
    private Optional<KafkaProducer<String, byte[]>> producer = Optional.empty();

    /** Nothing is connected yet. */
    KeyTopic(KafkaConnection connection) {
        this.connection = connection;
        this.topic = connection.topics().keys();
    }

    String name() {
        return topic;
    }

    /**
     * All that is written by now, by the id of its key.
     *
     * @throws KafkaException if it cannot be read
     */
    synchronized Map<String, KeyEntry> read() {
        try {
            LogSource open = source.orElseGet(() -> LogSource.openTopics(connection, Set.of(topic)));
            source = Optional.of(open);
            readOn(open, this::take);
            return entries;
        } catch (KafkaException e) {
            forget(); // next time from the beginning
            throw e;
        }
    }

    /** Each record that still stands there, the oldest first, whatever came later under its key. */
    void readRecords(BiConsumer<String, KeyEntry> each) {
        try (LogSource all = LogSource.openTopics(connection, Set.of(topic))) {
            readOn(all, each);
        }
    }

    private static void readOn(LogSource open, BiConsumer<String, KeyEntry> each) {
        open.addNewPartitions();
        open.markEnd();
        while (open.left().missing() > 0) {
            open.poll(POLL)
                    .forEach(raw -> entry(raw)
                            .ifPresent(entry -> each.accept(new String(raw.key(), StandardCharsets.UTF_8), entry)));
        }
    }

    /** What is destroyed stays so, whatever somebody writes over that. */
    private void take(String id, KeyEntry entry) {
        entries.merge(id, entry, (before, later) -> before instanceof KeyEntry.Erased ? before : later);
    }

    /** What somebody has written there by hand may be anything. */
    private static Optional<KeyEntry> entry(ConsumerRecord<byte[], byte[]> raw) {
        if (raw.key() == null || raw.value() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(KeyEntry.read(new JsonReader(JsonLimits.DEFAULT).read(raw.value())));
        } catch (JsonSyntaxException | FieldException e) {
            LOG.warn("Expected a key at {}, but passed it over: {}", LogSource.place(raw), e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Writes, and waits until the broker has all.
     *
     * @throws KafkaException if it has not; nothing that needs them may be sent then
     */
    synchronized void write(Map<String, ? extends KeyEntry> all) {
        try {
            KafkaProducer<String, byte[]> open = producer.orElseGet(this::openProducer);
            producer = Optional.of(open);
            List<Future<?>> sent = all.entrySet().stream()
                    .<Future<?>>map(one -> open.send(new ProducerRecord<>(
                            topic,
                            one.getKey(),
                            JsonWriter.compactBytes(one.getValue().toJson()))))
                    .toList();
            for (Future<?> one : sent) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private KafkaProducer<String, byte[]> openProducer() {
        requireTopic();
        int delivery = (int) connection.patience(DELIVERY).toMillis();
        return new KafkaProducer<>(
                connection.producerConfig(Map.of(
                        "client.id",
                        "patchboard-keys",
                        "max.block.ms",
                        (long) delivery,
                        "request.timeout.ms",
                        delivery / 2,
                        "delivery.timeout.ms",
                        delivery)),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    /** Of one partition: so who writes something over is read after what it is written over. */
    private void requireTopic() {
        try (Admin admin =
                Admin.create(connection.adminConfig("patchboard-keys-topic", connection.patience(DELIVERY)))) {
            if (!admin.listTopics().names().get().contains(topic)) {
                NewTopic wanted = new NewTopic(topic, Optional.of(1), Optional.empty()).configs(SETTINGS);
                admin.createTopics(List.of(wanted)).all().get();
            }
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw failure(e);
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private KafkaException failure(ExecutionException e) {
        if (e.getCause() instanceof TopicAuthorizationException refusal) { // which does not name it
            return new TopicAuthorizationException(refusal.getMessage(), Set.of(topic));
        }
        return e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
    }

    private void forget() {
        source.ifPresent(LogSource::close);
        source = Optional.empty();
        entries.clear();
    }

    /** It may be used again. */
    @Override
    public synchronized void close() {
        forget();
        producer.ifPresent(open -> open.close(Duration.ofSeconds(2)));
        producer = Optional.empty();
    }
}
