package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads what was sent to the kernel, as far as it is retained, and how much of it the kernel has passed.
 *
 * <p>The kernel's offsets are those at the moment when this is made. Whoever reads the log afterwards, {@linkplain
 * LogReader#scanWritten as it is written}, has read the outcome of everything before them.
 */
public final class SentReader {

    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConnection connection;
    private final Map<TopicPartition, Long> passed;

    public SentReader(KafkaConnection connection) {
        this.connection = connection;
        this.passed = Offsets.committed(connection, connection.topics().kernelGroup());
    }

    /** Whether the kernel has ever committed an offset. */
    public boolean hasOffsets() {
        return !passed.isEmpty();
    }

    /** Tells all that is written at the time of the call, in order within each partition. */
    public void scan(Consumer<SentRecord> listener) {
        scan(Map.of(), listener);
    }

    /** As {@link #scan}, without what the kernel has passed. */
    public void scanUndecided(Consumer<SentRecord> listener) {
        scan(passed, listener);
    }

    private void scan(Map<TopicPartition, Long> from, Consumer<SentRecord> listener) {
        try (LogSource source = LogSource.openTopics(
                connection,
                Set.of(connection.topics().commands(), connection.topics().proposals()))) {
            source.goOn(from);
            source.markWritten(connection);
            while (!source.atEnd()) {
                source.poll(POLL).forEach(raw -> listener.accept(sent(raw, source)));
            }
        }
    }

    private SentRecord sent(ConsumerRecord<byte[], byte[]> raw, LogSource source) {
        TopicPartition at = new TopicPartition(raw.topic(), raw.partition());
        return new SentRecord(
                raw.topic(),
                raw.partition(),
                raw.offset(),
                raw.key(),
                raw.value(),
                Instant.ofEpochMilli(raw.timestamp()),
                raw.offset() < passed.getOrDefault(at, 0L),
                raw.key() != null && source.partitionOf(raw.topic(), raw.key()) != raw.partition());
    }
}
