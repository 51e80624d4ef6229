package io.patchboard.standalone.doctor;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.Topics;
import io.patchboard.standalone.check.Finding;
import io.patchboard.standalone.screen.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Whether a kernel decides, and how far it is behind. */
final class KernelCheck {

    private static final long MUCH = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Admin admin;
    private final KafkaConnection connection;
    private final Topics topics;

    KernelCheck(Admin admin, KafkaConnection connection) {
        this.admin = admin;
        this.connection = connection;
        this.topics = connection.topics();
    }

    void check(Consumer<Finding> told) throws ExecutionException, InterruptedException {
        String group = topics.kernelGroup();
        int members;
        try {
            ConsumerGroupDescription kernels = admin.describeConsumerGroups(List.of(group))
                    .describedGroups()
                    .get(group)
                    .get();
            members = kernels.members().size();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof GroupIdNotFoundException)) {
                throw e;
            }
            members = 0;
        }
        long behind = members == 0 ? 0 : behind(group);
        if (members == 0) {
            told.accept(Finding.warn(
                    "kernel",
                    "No kernel is in group " + group
                            + ", so nothing is decided. Start one: patchboard kernel, or up."));
        } else if (behind > MUCH) {
            told.accept(Finding.warn(
                    "kernel", pace(members, behind) + " If that grows, start another kernel of the same prefix."));
        } else {
            told.accept(Finding.pass("kernel", pace(members, behind)));
        }
    }

    private static String pace(int members, long behind) {
        return Text.counted(members, "kernel thread") + ", " + Text.counted(behind, "record") + " behind.";
    }

    private long behind(String group) throws ExecutionException, InterruptedException {
        Map<TopicPartition, Long> done = done(group);
        Map<TopicPartition, Long> left = new HashMap<>(offsets(done.keySet(), OffsetSpec.latest()));
        left.entrySet().removeIf(end -> end.getValue() <= done.get(end.getKey()));
        long most = left.entrySet().stream()
                .mapToLong(end -> end.getValue() - done.get(end.getKey()))
                .sum();
        return most > MUCH ? most : records(done, left, most);
    }

    /** Where the kernel goes on: at the beginning of a partition of which it has decided nothing yet. */
    private Map<TopicPartition, Long> done(String group) throws ExecutionException, InterruptedException {
        Set<TopicPartition> inputs = new HashSet<>();
        admin.describeTopics(List.of(topics.commands(), topics.proposals()))
                .allTopicNames()
                .get()
                .forEach((name, topic) -> topic.partitions()
                        .forEach(partition -> inputs.add(new TopicPartition(name, partition.partition()))));
        Map<TopicPartition, Long> done = new HashMap<>(offsets(inputs, OffsetSpec.earliest()));
        admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get()
                .forEach((place, at) -> done.put(place, at.offset()));
        return done;
    }

    private Map<TopicPartition, Long> offsets(Set<TopicPartition> places, OffsetSpec which)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked =
                places.stream().collect(Collectors.toMap(place -> place, place -> which));
        return admin.listOffsets(asked).all().get().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, found -> found.getValue().offset()));
    }

    /**
     * How many records are left, which are fewer than offsets: each transaction has one for its end, too.
     *
     * @return the most that there may be, where they cannot be read
     */
    private long records(Map<TopicPartition, Long> from, Map<TopicPartition, Long> ends, long most) {
        Map<String, Object> config = connection.clientConfig(Map.of("client.id", "patchboard-doctor"));
        config.put("isolation.level", "read_committed");
        config.put("enable.auto.commit", false);
        long records = 0;
        try (KafkaConsumer<byte[], byte[]> reader =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            reader.assign(ends.keySet());
            ends.keySet().forEach(place -> reader.seek(place, from.get(place)));
            Instant latest = Instant.now().plus(PATIENCE);
            while (ends.entrySet().stream().anyMatch(end -> reader.position(end.getKey()) < end.getValue())) {
                if (Instant.now().isAfter(latest)) {
                    return most;
                }
                records += reader.poll(POLL).count();
            }
            return records;
        } catch (KafkaException e) {
            return most;
        }
    }
}
