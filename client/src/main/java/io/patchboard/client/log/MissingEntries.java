package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Passes over entries that will not come any more, though others wait for them: what is before an entry was written no
 * later than it, so it is missing if it does not stand before the ends that the topics have some seconds later.
 *
 * <p>Those ends are of what is written, not of what is committed: while a broker is away, the same transaction may have
 * ended on one partition and be open on another for as long.
 */
final class MissingEntries {

    private final Consumer<?, ?> consumer;
    private final LogMerge merge;
    private final Duration settle;
    private final Function<Collection<TopicPartition>, Map<TopicPartition, Long>> written;
    private List<LogRecord> waiting = List.of();
    private Deadline settled = Deadline.NEVER;
    private Map<TopicPartition, Long> ends = Map.of();

    /**
     * @param settle how long the entries of one transaction usually take to become visible at most
     * @param written gives the ends of partitions, open transactions included; may throw a {@link RetriableException}
     */
    MissingEntries(
            Consumer<?, ?> consumer,
            LogMerge merge,
            Duration settle,
            Function<Collection<TopicPartition>, Map<TopicPartition, Long>> written) {
        this.consumer = consumer;
        this.merge = merge;
        this.settle = settle;
        this.written = written;
    }

    static MissingEntries in(KafkaConnection connection, Consumer<?, ?> consumer, LogMerge merge) {
        return new MissingEntries(
                consumer, merge, LogReader.SETTLE, partitions -> Offsets.written(connection, partitions));
    }

    /** @param paused partitions that are not read on for as long as so many entries of theirs wait */
    void passOver(Predicate<TopicPartition> paused) {
        if (merge.waiting() == 0) {
            forget();
        } else if (waiting.isEmpty()) {
            waiting = merge.held();
            settled = Deadline.in(settle);
        } else if (ends.isEmpty()) {
            if (settled.passed()) {
                findEnds();
            }
        } else if (ends.entrySet().stream()
                .allMatch(end -> paused.test(end.getKey()) || consumer.position(end.getKey()) >= end.getValue())) {
            merge.skipGaps(waiting);
            forget();
        }
    }

    private void findEnds() {
        try {
            ends = written.apply(consumer.assignment());
        } catch (RetriableException e) {
            settled = Deadline.in(settle); // a broker is away, and so is what is missing, perhaps
        }
    }

    private void forget() {
        waiting = List.of();
        ends = Map.of();
    }
}
