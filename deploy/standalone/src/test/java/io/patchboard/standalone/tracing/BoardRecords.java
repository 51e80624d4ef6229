package io.patchboard.standalone.tracing;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** All records of a board, of every topic, as they stand there. */
public final class BoardRecords {

    private BoardRecords() {}

    public static List<ConsumerRecord<String, String>> of(KafkaConnection connection, String board) {
        List<ConsumerRecord<String, String>> found = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                connection.clientConfig(Map.of("isolation.level", "read_committed")),
                new StringDeserializer(),
                new StringDeserializer())) {
            List<TopicPartition> partitions = consumer.listTopics().entrySet().stream()
                    .filter(topic -> isOurs(topic.getKey(), connection.topics()))
                    .flatMap(topic -> topic.getValue().stream())
                    .map((PartitionInfo info) -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
                consumer.poll(Duration.ofMillis(100)).forEach(found::add);
            }
        }
        return found.stream().filter(record -> board.equals(record.key())).toList();
    }

    private static boolean isOurs(String topic, Topics topics) {
        return List.of(topics.commands(), topics.proposals(), topics.committed(), topics.rejected())
                        .contains(topic)
                || topic.startsWith(topics.invocations(""));
    }
}
