package io.patchboard.bench.service;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogSource;
import io.patchboard.record.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/** Sees what is committed to a topic from when it was made, as any {@code read_committed} reader would. */
final class Reader implements AutoCloseable {

    /** More at once than a client in service asks for, so that the reader is not what is measured. */
    private static final Map<String, String> BUSY =
            Map.of("max.poll.records", "10000", "max.partition.fetch.bytes", "8388608", "fetch.max.bytes", "52428800");

    private final String topic;
    private final LogSource source;
    private int ahead;

    Reader(String bootstrap, String topic) {
        this.topic = topic;
        this.source = LogSource.openTopics(
                new KafkaConnection(bootstrap, BUSY, new Topics(Topics.DEFAULT_PREFIX)), Set.of(topic));
        source.skipToEnd();
    }

    /**
     * Waits until as many more records have been seen.
     *
     * @param patience without any record
     * @return when the last of them was, as {@link System#nanoTime} tells it
     */
    long await(int records, Duration patience) {
        int seen = ahead;
        long last = System.nanoTime();
        while (seen < records) {
            seen += next(patience).count();
            last = System.nanoTime();
        }
        ahead = seen - records;
        return last;
    }

    /**
     * The next records, at least one.
     *
     * @param patience without any
     */
    ConsumerRecords<byte[], byte[]> next(Duration patience) {
        long giveUp = System.nanoTime() + patience.toNanos();
        while (true) {
            ConsumerRecords<byte[], byte[]> records = poll(Duration.ofMillis(500));
            if (!records.isEmpty()) {
                return records;
            }
            if (System.nanoTime() > giveUp) {
                throw new IllegalStateException("Expected records on " + topic + ", but there came none for "
                        + patience.toSeconds() + " s. Look at the topic of rejections, and at the errors above.");
            }
        }
    }

    /** What there is, after so long at most. */
    ConsumerRecords<byte[], byte[]> poll(Duration longest) {
        return source.poll(longest);
    }

    /** Counts what comes from now on. */
    void passOver() {
        source.skipToEnd();
        ahead = 0;
    }

    @Override
    public void close() {
        source.close();
    }
}
