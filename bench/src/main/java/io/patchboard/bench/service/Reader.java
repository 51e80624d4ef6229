package io.patchboard.bench.service;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogSource;
import io.patchboard.record.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

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
            int count = source.poll(Duration.ofMillis(500)).count();
            if (count > 0) {
                seen += count;
                last = System.nanoTime();
            } else if (System.nanoTime() - last > patience.toNanos()) {
                throw new IllegalStateException("Expected " + records + " records on " + topic + ", but after " + seen
                        + " there came none for " + patience.toSeconds()
                        + " s. Look at the topic of rejections, and at the errors above.");
            }
        }
        ahead = seen - records;
        return last;
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
