package io.patchboard.client.log;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Passes over entries that will not come any more, though others wait for them: what is before an entry was written no
 * later than it, so it is missing if it does not stand before the ends that the topics have some seconds later.
 */
final class MissingEntries {

    private final Consumer<?, ?> consumer;
    private final LogMerge merge;
    private List<LogRecord> waiting = List.of();
    private Deadline settled = Deadline.NEVER;
    private Map<TopicPartition, Long> ends = Map.of();

    MissingEntries(Consumer<?, ?> consumer, LogMerge merge) {
        this.consumer = consumer;
        this.merge = merge;
    }

    /** @param paused partitions that are not read on for as long as so many entries of theirs wait */
    void passOver(Predicate<TopicPartition> paused) {
        if (merge.waiting() == 0) {
            forget();
        } else if (waiting.isEmpty()) {
            waiting = merge.held();
            settled = Deadline.in(LogReader.SETTLE);
        } else if (ends.isEmpty()) {
            if (settled.passed()) {
                ends = consumer.endOffsets(consumer.assignment());
            }
        } else if (ends.entrySet().stream()
                .allMatch(end -> paused.test(end.getKey()) || consumer.position(end.getKey()) >= end.getValue())) {
            merge.skipGaps(waiting);
            forget();
        }
    }

    private void forget() {
        waiting = List.of();
        ends = Map.of();
    }
}
