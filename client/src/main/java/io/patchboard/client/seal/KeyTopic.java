package io.patchboard.client.seal;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogSource;
import io.patchboard.client.log.OrderedTopic;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.FieldException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and writes the topic of keys. Safe for use by several threads, which take turns.
 */
final class KeyTopic implements AutoCloseable {

    /** What is older in a segment that is full or this old may be compacted. */
    static final Duration SEGMENT = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(KeyTopic.class);

    /**
     * A key that was written over is soon compacted away, and its file deleted: within a minute and what the broker's
     * cleaner takes. With each hundredth that is new, all is written again, which is cheap, as keys are small. {@code
     * TopicSettings} asks for the same of topics that others made.
     */
    static final Map<String, String> SETTINGS = Map.of(
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

    private final OrderedTopic topic;
    private final Map<String, KeyEntry> entries = new HashMap<>();

    /** Nothing is connected yet. */
    KeyTopic(KafkaConnection connection) {
        this.topic = new OrderedTopic(connection, connection.topics().keys(), "patchboard-keys", SETTINGS);
    }

    String name() {
        return topic.name();
    }

    /**
     * All that is written by now, by the id of its key.
     *
     * @throws KafkaException if it cannot be read
     */
    synchronized Map<String, KeyEntry> read() {
        try {
            topic.readOn(raw -> entry(raw, this::take));
            return entries;
        } catch (KafkaException e) {
            entries.clear(); // next time from the beginning
            throw e;
        }
    }

    /** Each record that still stands there, the oldest first, whatever came later under its key. */
    void readRecords(BiConsumer<String, KeyEntry> each) {
        topic.readAll(raw -> entry(raw, each));
    }

    /** What is destroyed stays so, whatever somebody writes over that. */
    private void take(String id, KeyEntry entry) {
        entries.merge(id, entry, (before, later) -> before instanceof KeyEntry.Erased ? before : later);
    }

    /** What somebody has written there by hand may be anything. */
    private static void entry(ConsumerRecord<byte[], byte[]> raw, BiConsumer<String, KeyEntry> each) {
        if (raw.key() == null || raw.value() == null) {
            return;
        }
        try {
            KeyEntry entry = KeyEntry.read(new JsonReader(JsonLimits.DEFAULT).read(raw.value()));
            each.accept(new String(raw.key(), StandardCharsets.UTF_8), entry);
        } catch (JsonSyntaxException | FieldException e) {
            LOG.warn("Expected a key at {}, but passed it over: {}", LogSource.place(raw), e.getMessage());
        }
    }

    /**
     * Writes, and waits until the broker has all.
     *
     * @throws KafkaException if it has not; nothing that needs them may be sent then
     */
    synchronized void write(Map<String, ? extends KeyEntry> all) {
        Map<String, byte[]> values = new LinkedHashMap<>();
        all.forEach((id, entry) -> values.put(id, JsonWriter.compactBytes(entry.toJson())));
        topic.write(values);
    }

    /** It may be used again. */
    @Override
    public synchronized void close() {
        topic.close();
        entries.clear();
    }
}
