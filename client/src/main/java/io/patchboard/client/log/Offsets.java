package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** What only an administrator's client can ask about partitions. */
final class Offsets {

    private static final Duration ANSWER = Duration.ofSeconds(15);

    private Offsets() {}

    /** The offset after the last record of each partition, whether or not its transaction has ended. */
    static Map<TopicPartition, Long> written(KafkaConnection connection, Collection<TopicPartition> partitions) {
        try (Admin admin = admin(connection)) {
            return latest(admin, partitions, IsolationLevel.READ_UNCOMMITTED);
        }
    }

    /** Where each partition ends for who reads it so. */
    static Map<TopicPartition, Long> latest(
            Admin admin, Collection<TopicPartition> partitions, IsolationLevel isolation) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        get(admin.listOffsets(
                                partitions.stream().collect(Collectors.toMap(at -> at, at -> OffsetSpec.latest())),
                                new ListOffsetsOptions(isolation))
                        .all())
                .forEach((at, result) -> ends.put(at, result.offset()));
        return ends;
    }

    /** How far a group has come; partitions of which it has committed nothing are left out. */
    static Map<TopicPartition, Long> committed(KafkaConnection connection, String group) {
        try (Admin admin = admin(connection)) {
            Map<TopicPartition, Long> committed = new HashMap<>();
            get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                    .forEach((at, offset) -> {
                        if (offset != null) {
                            committed.put(at, offset.offset());
                        }
                    });
            return committed;
        }
    }

    private static Admin admin(KafkaConnection connection) {
        return Admin.create(connection.adminConfig("patchboard-offsets", ANSWER));
    }

    /** @throws KafkaException if that is refused, or no answer came */
    static <T> T get(KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
