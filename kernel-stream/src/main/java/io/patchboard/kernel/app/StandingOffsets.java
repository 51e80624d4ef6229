package io.patchboard.kernel.app;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Notices partitions that a producer's open transaction holds up: records come, but the last stable offset, up to which
 * readers of committed records get, stays where it is.
 */
final class StandingOffsets {

    private static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    private final Duration patience;
    private final Map<TopicPartition, Since> standing = new HashMap<>();

    private record Since(long offset, Instant time, boolean told) {}

    /** @param patience how long an offset stands still until that is told, once */
    StandingOffsets(Duration patience) {
        this.patience = patience;
    }

    /**
     * @param ends the offset after the last record of each partition
     * @param stable the last stable offset of each
     * @return those that have stood still for long and were not told before, with the offset that does not move
     */
    Map<TopicPartition, Long> observe(Map<TopicPartition, Long> ends, Map<TopicPartition, Long> stable, Instant now) {
        Map<TopicPartition, Long> longStanding = new TreeMap<>(ORDER);
        standing.keySet().retainAll(stable.keySet());
        stable.forEach((partition, offset) -> {
            if (ends.getOrDefault(partition, offset) <= offset) {
                standing.remove(partition);
                return;
            }
            Since since = standing.get(partition);
            if (since == null || since.offset() != offset) {
                standing.put(partition, new Since(offset, now, false));
            } else if (!since.told() && !since.time().plus(patience).isAfter(now)) {
                standing.put(partition, new Since(offset, since.time(), true));
                longStanding.put(partition, offset);
            }
        });
        return longStanding;
    }

    static String tell(TopicPartition partition, long offset, Duration patience, String bootstrapServers) {
        return "Expected the transactions on " + partition + " to end, but none of its records from offset " + offset
                + " on could be read for " + patience.toSeconds()
                + " s: a producer has neither committed nor aborted, and the boards of this partition wait for it. The"
                + " broker aborts it after the producer's transaction.timeout.ms, for which the broker's"
                + " transaction.max.timeout.ms is the bound. To see whose it is: kafka-transactions.sh"
                + " --bootstrap-server " + bootstrapServers + " describe-producers --topic " + partition.topic()
                + " --partition " + partition.partition();
    }
}
