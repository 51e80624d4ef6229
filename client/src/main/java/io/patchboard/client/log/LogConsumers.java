package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Consumers that read what is committed and belong to no group. */
final class LogConsumers {

    private static final int MOST_FETCHED_BYTES = 8 * 1024 * 1024;

    private LogConsumers() {}

    /** @param patience how long a question to the brokers may take */
    static KafkaConsumer<byte[], byte[]> open(KafkaConnection connection, Duration patience) {
        Map<String, Object> own = new LinkedHashMap<>();
        own.put("client.id", "patchboard-log-reader");
        own.put("default.api.timeout.ms", (int) patience.toMillis());
        own.put("max.poll.records", 5_000);
        own.put("fetch.max.bytes", MOST_FETCHED_BYTES);
        // Closing waits for the request that is under way: half a second, by default, of every command.
        own.put("fetch.max.wait.ms", 100);
        own.put("enable.metrics.push", false);
        Map<String, Object> config = connection.clientConfig(own);
        config.put("isolation.level", "read_committed");
        config.put("auto.offset.reset", "earliest");
        config.put("enable.auto.commit", false);
        config.put("allow.auto.create.topics", false);
        config.remove("group.id");
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
