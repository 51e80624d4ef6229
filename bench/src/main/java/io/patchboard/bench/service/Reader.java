package io.patchboard.bench.service;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Sees what is committed to a topic from when it was made, as any {@code read_committed} reader would. */
final class Reader implements AutoCloseable {

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private int ahead;

    Reader(String bootstrap, String topic) {
        this.topic = topic;
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        10_000,
                        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                        8 * 1024 * 1024),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
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
            int count = consumer.poll(Duration.ofMillis(500)).count();
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

    @Override
    public void close() {
        consumer.close();
    }
}
