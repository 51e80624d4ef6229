package io.patchboard.standalone.broker;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;

/** Topics that are there for whoever asks next. Kafka answers that they are made before each broker knows of them. */
public final class KnownTopics {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private KnownTopics() {}

    /** Returns when the broker leads all their partitions. */
    public static void create(Admin admin, List<NewTopic> topics) throws ExecutionException, InterruptedException {
        admin.createTopics(topics).all().get();
        Map<TopicPartition, OffsetSpec> ends = topics.stream()
                .flatMap(topic -> IntStream.range(0, topic.numPartitions())
                        .mapToObj(partition -> new TopicPartition(topic.name(), partition)))
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        Awaitility.await()
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> admin.listOffsets(ends).all().get().size() == ends.size());
    }
}
