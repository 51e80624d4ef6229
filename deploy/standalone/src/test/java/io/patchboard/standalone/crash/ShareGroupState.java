package io.patchboard.standalone.crash;

import io.patchboard.client.KafkaConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.coordinator.share.generated.CoordinatorRecordType;

/**
 * Where invocations are that nobody works on, as far as a broker of one share group has it on record. The state of a
 * delivery is 0 for available, 2 for acknowledged, 4 for given up; locks are in memory alone.
 */
final class ShareGroupState {

    private ShareGroupState() {}

    /** The places of the boards' invocations in their topic, and all that was written down of deliveries. */
    static String of(KafkaConnection connection, String queue, Set<String> boards) {
        StringBuilder told = new StringBuilder();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                connection.clientConfig(Map.of()), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            readAll(consumer, connection.topics().invocations(queue), record -> {
                String board = new String(record.key(), StandardCharsets.UTF_8);
                if (boards.contains(board)) {
                    told.append(place(record)).append(board).append('\n');
                }
            });
            readAll(consumer, Topic.SHARE_GROUP_STATE_TOPIC_NAME, record -> {
                if (record.value() != null) {
                    told.append(place(record)).append(delivery(record)).append('\n');
                }
            });
        }
        return told.toString();
    }

    private static String place(ConsumerRecord<byte[], byte[]> record) {
        return record.topic() + "-" + record.partition() + "@" + record.offset() + " ";
    }

    private static String delivery(ConsumerRecord<byte[], byte[]> record) {
        CoordinatorRecordType type =
                CoordinatorRecordType.fromId(ByteBuffer.wrap(record.key()).getShort());
        ApiMessage key = type.newRecordKey();
        ByteBuffer keyBytes = ByteBuffer.wrap(record.key(), Short.BYTES, record.key().length - Short.BYTES);
        key.read(new ByteBufferAccessor(keyBytes), (short) 0);
        ByteBuffer bytes = ByteBuffer.wrap(record.value());
        ApiMessage value = type.newRecordValue();
        value.read(new ByteBufferAccessor(bytes), bytes.getShort());
        return key + " " + value;
    }

    private static void readAll(
            KafkaConsumer<byte[], byte[]> consumer, String topic, Consumer<ConsumerRecord<byte[], byte[]>> seen) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
            consumer.poll(Duration.ofSeconds(1)).forEach(seen);
        }
    }
}
