package io.patchboard.kernel.app;

import io.patchboard.record.Topics;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notices what a broker has deleted from the inputs, as too old, before any kernel had decided it. */
final class LostInputs {

    private static final Logger LOG = LoggerFactory.getLogger(LostInputs.class);
    private static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    private LostInputs() {}

    /** Says so; where it cannot be found out, a start goes on without. */
    static void tell(Admin admin, Topics topics, int partitions) throws InterruptedException {
        try {
            Map<TopicPartition, Long> decided = admin
                    .listConsumerGroupOffsets(topics.kernelGroup())
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .entrySet()
                    .stream()
                    .filter(entry -> entry.getValue() != null && entry.getKey().partition() < partitions)
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, entry -> entry.getValue().offset()));
            Map<TopicPartition, ListOffsetsResultInfo> beginnings = admin.listOffsets(decided.keySet().stream()
                            .collect(Collectors.toMap(Function.identity(), any -> OffsetSpec.earliest())))
                    .all()
                    .get();
            Map<TopicPartition, Long> lost = of(
                    decided,
                    beginnings.entrySet().stream()
                            .collect(Collectors.toMap(
                                    Map.Entry::getKey, entry -> entry.getValue().offset())));
            if (!lost.isEmpty()) {
                LOG.warn(sentence(lost));
            }
        } catch (ExecutionException | KafkaException e) {
            LOG.debug("Expected to learn where the inputs begin, but: {}", e.getMessage());
        }
    }

    /** How many offsets are neither decided nor there any more, by partition. */
    static SortedMap<TopicPartition, Long> of(Map<TopicPartition, Long> decided, Map<TopicPartition, Long> beginnings) {
        SortedMap<TopicPartition, Long> lost = new TreeMap<>(ORDER);
        decided.forEach((partition, offset) -> {
            long missing = beginnings.getOrDefault(partition, offset) - offset;
            if (missing > 0) {
                lost.put(partition, missing);
            }
        });
        return lost;
    }

    /** The end of a transaction has an offset, too, so there may be fewer records. */
    static String sentence(Map<TopicPartition, Long> lost) {
        return "Expected what was sent to be decided before Kafka deletes it, but no kernel has seen up to so many records"
                + " that are gone: " + lost + ". They have no outcome. Send again what has none, under its id; and let"
                + " retention.ms of the inputs be longer than kernels may be away.";
    }
}
