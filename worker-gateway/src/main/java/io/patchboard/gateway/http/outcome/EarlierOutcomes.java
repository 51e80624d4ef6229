package io.patchboard.gateway.http.outcome;

import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.record.LogEntry;
import io.patchboard.registry.RegistryUnavailableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for an outcome in the log of its board. */
final class EarlierOutcomes {

    private static final Logger LOG = LoggerFactory.getLogger(EarlierOutcomes.class);
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Cluster cluster;
    private final RecordDecoder decoder;

    EarlierOutcomes(Cluster cluster, RecordDecoder decoder) {
        this.cluster = cluster;
        this.decoder = decoder;
    }

    /** Absent, too, if it was not found in time, or the log cannot be read. */
    Optional<LogEntry> find(RequestKey key) {
        Map<String, Object> config = cluster.clientConfig(Map.of(
                "client.id",
                "patchboard-http-earlier-outcomes",
                "default.api.timeout.ms",
                (int) LONGEST.toMillis(),
                "fetch.max.wait.ms",
                100,
                "enable.metrics.push",
                false));
        config.put("isolation.level", "read_committed");
        config.put("auto.offset.reset", "earliest");
        config.put("enable.auto.commit", false);
        config.put("allow.auto.create.topics", false);
        config.remove("group.id");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return find(key, consumer);
        } catch (KafkaException | RegistryUnavailableException e) {
            LOG.warn("Expected to look for the outcome of {}, but: {}", key, e.toString());
            return Optional.empty();
        }
    }

    private Optional<LogEntry> find(RequestKey key, KafkaConsumer<byte[], byte[]> consumer)
            throws RegistryUnavailableException {
        byte[] board = key.boardId().getBytes(StandardCharsets.UTF_8);
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic :
                List.of(cluster.topics().committed(), cluster.topics().rejected())) {
            int count = consumer.partitionsFor(topic).size();
            if (count > 0) {
                partitions.add(new TopicPartition(topic, Utils.toPositive(Utils.murmur2(board)) % count));
            }
        }
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        long until = System.nanoTime() + LONGEST.toNanos();
        while (System.nanoTime() - until < 0
                && ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                Optional<LogEntry> found =
                        Arrays.equals(board, record.key()) ? outcome(key, record.value()) : Optional.empty();
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<LogEntry> outcome(RequestKey key, byte[] value) throws RegistryUnavailableException {
        try {
            LogEntry entry = decoder.decodeEntry(value);
            return RequestKey.decidedBy(entry).filter(key::equals).map(same -> entry);
        } catch (DecodeException e) {
            return Optional.empty();
        }
    }
}
