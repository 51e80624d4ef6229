package io.patchboard.gateway.http.outcome;

import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Partitioning;
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
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Looks for an outcome in the log of its board. */
final class EarlierOutcomes {

    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Cluster cluster;
    private final RecordDecoder decoder;

    EarlierOutcomes(Cluster cluster, RecordDecoder decoder) {
        this.cluster = cluster;
        this.decoder = decoder;
    }

    /**
     * @return empty if the log has none; only then
     * @throws KafkaException if the log could not be read to its end in time
     */
    Optional<LogEntry> find(RequestKey key) {
        Map<String, Object> config = cluster.readerConfig("patchboard-http-earlier-outcomes", LONGEST);
        config.put("fetch.max.wait.ms", 100);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return find(key, consumer);
        } catch (RetriableException | RegistryUnavailableException e) {
            throw new TimeoutException("the outcome of " + key.id() + " could not be looked for: " + e.getMessage(), e);
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
                partitions.add(new TopicPartition(topic, Partitioning.partition(board, count)));
            }
        }
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        long until = System.nanoTime() + LONGEST.toNanos();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            if (System.nanoTime() - until >= 0) {
                throw new TimeoutException("the log of board " + key.boardId() + " is longer than can be read in "
                        + LONGEST.toSeconds() + " s.");
            }
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
            return RequestKey.decidedBy(entry).filter(key::covers).map(same -> entry);
        } catch (DecodeException e) {
            return Optional.empty();
        }
    }
}
