package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Consumers that read what is committed. */
final class LogConsumers {

    private static final int MOST_FETCHED_BYTES = 8 * 1024 * 1024;
    private static final int MOST_OF_PARTITION_BYTES = 2 * 1024 * 1024;

    private LogConsumers() {}

    /**
     * One that belongs to no group.
     *
     * @param patience how long a question to the brokers may take
     */
    static KafkaConsumer<byte[], byte[]> open(KafkaConnection connection, Duration patience) {
        Map<String, Object> config = config(connection, patience, 10_000);
        config.remove("group.id");
        return open(config);
    }

    /** A member of a group, whose boards go to others 6 s after it was killed; as {@link #open}. */
    static KafkaConsumer<byte[], byte[]> join(KafkaConnection connection, Duration patience, String group) {
        Map<String, Object> config = config(connection, patience, 500);
        config.put("group.id", group);
        // One partition of each topic goes to the same member, as long as all have equally many.
        config.put("group.protocol", "classic");
        config.put("partition.assignment.strategy", RangeAssignor.class.getName());
        config.put("session.timeout.ms", 6_000);
        config.put("heartbeat.interval.ms", 2_000);
        config.put("metadata.max.age.ms", 2_000);
        return open(config);
    }

    private static Map<String, Object> config(KafkaConnection connection, Duration patience, int mostRecords) {
        Map<String, Object> own = new LinkedHashMap<>();
        own.put("client.id", "patchboard-log-reader");
        own.put("default.api.timeout.ms", (int) patience.toMillis());
        own.put("max.poll.records", mostRecords);
        own.put("fetch.max.bytes", MOST_FETCHED_BYTES);
        own.put("max.partition.fetch.bytes", MOST_OF_PARTITION_BYTES);
        // The system's own, which grows: what comes while records are understood need not wait for that.
        own.put("receive.buffer.bytes", -1);
        // Closing waits for the request that is under way: half a second, by default, of every command.
        own.put("fetch.max.wait.ms", 100);
        own.put("enable.metrics.push", false);
        Map<String, Object> config = connection.clientConfig(own);
        config.put("isolation.level", "read_committed");
        config.put("auto.offset.reset", "earliest");
        config.put("enable.auto.commit", false);
        config.put("allow.auto.create.topics", false);
        return config;
    }

    private static KafkaConsumer<byte[], byte[]> open(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
