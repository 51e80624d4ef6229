package io.patchboard.client.log;

import io.patchboard.client.PartitionProgress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far a member of a group has come in its partitions. Used by one thread, but for {@link #done}. */
final class GroupProgress {

    private static final Logger LOG = LoggerFactory.getLogger(GroupProgress.class);
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration COMMIT_INTERVAL = Duration.ofMillis(500);

    private final Consumer<?, ?> consumer;
    private final Map<TopicPartition, PartitionProgress> partitions = new HashMap<>();
    private final Queue<LogRecord> done = new ConcurrentLinkedQueue<>();
    private Deadline nextCommit = Deadline.in(COMMIT_INTERVAL);
    private boolean commitUnderWay;

    GroupProgress(Consumer<?, ?> consumer) {
        this.consumer = consumer;
    }

    /** What lies before an offset is done. */
    void begin(TopicPartition partition, long offset) {
        partitions.put(partition, new PartitionProgress(offset));
    }

    /** Nothing is known of any partition any more. */
    void forget() {
        partitions.clear();
    }

    /** Whether an entry lies behind where its partition's progress began. */
    boolean concerns(LogRecord entry) {
        return of(entry).concerns(entry.offset());
    }

    /** An entry is there that has to be done. */
    void open(LogRecord entry) {
        of(entry).fetched(entry.offset());
    }

    /** Whether an entry is there that is not done. */
    boolean isOpen(LogRecord entry) {
        return of(entry).isOpen(entry.offset());
    }

    /** May be called by any thread. */
    void done(LogRecord entry) {
        done.add(entry);
    }

    private PartitionProgress of(LogRecord entry) {
        return partitions.get(partition(entry));
    }

    static TopicPartition partition(LogRecord entry) {
        return new TopicPartition(entry.topic(), entry.partition());
    }

    private void settle() {
        for (LogRecord next = done.poll(); next != null; next = done.poll()) {
            PartitionProgress of = of(next);
            if (of != null) {
                of.acknowledged(next.offset());
            }
        }
    }

    void commitInBackground() {
        settle();
        if (commitUnderWay || !nextCommit.passed()) {
            return;
        }
        nextCommit = Deadline.in(COMMIT_INTERVAL);
        Map<TopicPartition, Long> offsets = committable();
        if (!offsets.isEmpty()) {
            commitUnderWay = true;
            consumer.commitAsync(positions(offsets), (sent, failure) -> {
                commitUnderWay = false;
                if (failure == null) {
                    committed(offsets);
                } else {
                    LOG.debug("Expected to commit {}; trying again.", offsets, failure);
                }
            });
        }
    }

    /** What cannot be committed is told again. */
    void commitNow() {
        settle();
        commitNow(committable());
    }

    /** As {@link #commitNow()}, of these offsets. */
    void commitNow(Map<TopicPartition, Long> offsets) {
        if (offsets.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(positions(offsets), PATIENCE);
            committed(offsets);
        } catch (KafkaException e) {
            LOG.debug("Expected to commit {}, but failed.", offsets, e);
        }
    }

    private Map<TopicPartition, Long> committable() {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach((partition, of) ->
                of.committable(consumer.position(partition)).ifPresent(offset -> offsets.put(partition, offset)));
        return offsets;
    }

    private void committed(Map<TopicPartition, Long> offsets) {
        offsets.forEach((partition, offset) -> {
            if (partitions.containsKey(partition)) {
                partitions.get(partition).committed(offset);
            }
        });
    }

    static Map<TopicPartition, OffsetAndMetadata> positions(Map<TopicPartition, Long> offsets) {
        return offsets.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, offset -> new OffsetAndMetadata(offset.getValue())));
    }
}
