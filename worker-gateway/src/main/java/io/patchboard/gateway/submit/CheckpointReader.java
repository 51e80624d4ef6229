package io.patchboard.gateway.submit;

import io.patchboard.calls.Deadline;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the latest checkpoint of a key. It remembers where each stands, and goes through what was written since
 * whenever it is asked. Used by one thread.
 */
final class CheckpointReader implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointReader.class);
    private static final Duration POLL = Duration.ofMillis(200);

    /** Half a kilobyte each. */
    private static final int MOST_KEYS = 100_000;

    private static final JsonReader JSON = new JsonReader(JsonLimits.DEFAULT);

    private final KafkaConnection connection;
    private final String topic;
    private final CheckpointPlaces places = new CheckpointPlaces(MOST_KEYS);
    private Optional<KafkaConsumer<String, byte[]>> all = Optional.empty();
    private Optional<KafkaConsumer<String, byte[]>> one = Optional.empty();

    CheckpointReader(KafkaConnection connection, String topic) {
        this.connection = connection;
        this.topic = topic;
    }

    /** @throws TimeoutException if it cannot be read in time */
    Optional<Checkpoint> latest(String key, Deadline deadline) throws TimeoutException {
        Map<TopicPartition, Long> ends = look(deadline);
        Optional<CheckpointPlaces.Place> place = places.of(key);
        return place.isPresent() ? read(place.get(), ends, deadline) : Optional.empty();
    }

    /**
     * The latest of each key of a board, and of no more than so many keys.
     *
     * @throws TimeoutException if they cannot be read in time
     */
    Map<String, Checkpoint> ofBoard(String boardId, int most, Deadline deadline) throws TimeoutException {
        Map<TopicPartition, Long> ends = look(deadline);
        Map<String, Checkpoint> found = new LinkedHashMap<>();
        for (String key : places.ofBoard(boardId)) {
            if (found.size() == most) {
                break;
            }
            read(places.of(key).orElseThrow(), ends, deadline).ifPresent(checkpoint -> found.put(key, checkpoint));
        }
        return found;
    }

    /** Takes notice of what has come since. Returns where the partitions end; empty if there is no topic. */
    private Map<TopicPartition, Long> look(Deadline deadline) throws TimeoutException {
        KafkaConsumer<String, byte[]> consumer = all.orElseGet(() -> open("patchboard-checkpoints"));
        all = Optional.of(consumer);
        if (consumer.assignment().isEmpty() && !assign(consumer, deadline)) {
            return Map.of();
        }
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment(), left(deadline));
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            left(deadline);
            consumer.poll(POLL).forEach(this::note);
        }
        return ends;
    }

    private KafkaConsumer<String, byte[]> open(String name) {
        return new KafkaConsumer<>(
                connection.clientConfig(Map.of(
                        "client.id",
                        name,
                        "auto.offset.reset",
                        "earliest",
                        "enable.auto.commit",
                        false,
                        "allow.auto.create.topics",
                        false,
                        "enable.metrics.push",
                        false)),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Whether there is a topic: until somebody saves something, there is none. */
    private boolean assign(KafkaConsumer<String, byte[]> consumer, Deadline deadline) throws TimeoutException {
        List<TopicPartition> partitions =
                Optional.ofNullable(consumer.partitionsFor(topic, left(deadline))).orElse(List.of()).stream()
                        .map(found -> new TopicPartition(topic, found.partition()))
                        .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return !partitions.isEmpty();
    }

    private static Duration left(Deadline deadline) throws TimeoutException {
        if (deadline.isOver()) {
            throw new TimeoutException("it took too long");
        }
        return deadline.left();
    }

    private void note(ConsumerRecord<String, byte[]> record) {
        if (record.key() == null) {
            return;
        }
        if (record.value() == null) {
            places.remove(record.key());
            return;
        }
        Header board = record.headers().lastHeader(CheckpointTopic.BOARD);
        String boardId = board == null ? "" : new String(board.value(), StandardCharsets.UTF_8);
        places.put(record.key(), boardId, record.partition(), record.offset());
    }

    private Optional<Checkpoint> read(CheckpointPlaces.Place place, Map<TopicPartition, Long> ends, Deadline deadline)
            throws TimeoutException {
        TopicPartition partition = new TopicPartition(topic, place.partition());
        // It may have been written after it was asked where the partition ends.
        long end = Math.max(ends.get(partition), place.offset() + 1);
        KafkaConsumer<String, byte[]> consumer = one.orElseGet(() -> open("patchboard-checkpoint"));
        one = Optional.of(consumer);
        consumer.assign(List.of(partition));
        consumer.seek(partition, place.offset());
        while (consumer.position(partition) < end) {
            left(deadline);
            for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                // Where another one comes first, this one was deleted, as it was too old.
                return record.offset() == place.offset() ? read(record) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** What somebody has written there by hand may be anything. */
    private Optional<Checkpoint> read(ConsumerRecord<String, byte[]> record) {
        try {
            return Optional.of(Checkpoint.read(JSON.read(record.value())));
        } catch (JsonSyntaxException e) {
            LOG.warn(
                    "Expected a checkpoint at {}-{}@{}, but passed it over: {}",
                    topic,
                    record.partition(),
                    record.offset(),
                    e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        all.ifPresent(KafkaConsumer::close);
        one.ifPresent(KafkaConsumer::close);
    }
}
