package io.patchboard.bench.service;

import io.patchboard.record.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The topics that a side writes: how much there is in them. */
public final class Changelog {

    private final Rig rig;
    private final Predicate<String> topics;

    private Changelog(Rig rig, Predicate<String> topics) {
        this.rig = rig;
        this.topics = topics;
    }

    /** The changelogs of all stores of a side. */
    public static Changelog of(Rig rig, Side side) {
        return new Changelog(rig, topic -> topic.startsWith(side.prefix()) && topic.endsWith("-changelog"));
    }

    /** The topics of a side's log entries, invocations among them. */
    public static Changelog log(Rig rig, Side side) {
        Topics topics = new Topics(side.prefix());
        Set<String> named = Set.of(topics.committed(), topics.rejected());
        return new Changelog(rig, topic -> named.contains(topic) || topics.holdsInvocations(topic));
    }

    /** All topics of a side: what it is sent, what it decides and what it stores. */
    public static Changelog all(Rig rig, Side side) {
        return new Changelog(rig, topic -> topic.startsWith(side.prefix()));
    }

    /** Where the topics end now. */
    public Map<TopicPartition, Long> ends() {
        try {
            List<TopicPartition> partitions = partitions();
            Map<TopicPartition, Long> ends = new TreeMap<>(
                    Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition));
            var listed = rig.admin()
                    .listOffsets(partitions.stream().collect(Collectors.toMap(one -> one, one -> OffsetSpec.latest())));
            for (TopicPartition partition : partitions) {
                ends.put(partition, listed.partitionResult(partition).get().offset());
            }
            return ends;
        } catch (ExecutionException e) {
            throw new IllegalStateException("Expected the ends of changelogs, but: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while asking for the ends of changelogs.", e);
        }
    }

    private List<TopicPartition> partitions() throws ExecutionException, InterruptedException {
        List<String> names =
                rig.admin().listTopics().names().get().stream().filter(topics).toList();
        return rig.admin().describeTopics(names).allTopicNames().get().values().stream()
                .flatMap(topic ->
                        topic.partitions().stream().map(one -> new TopicPartition(topic.name(), one.partition())))
                .toList();
    }

    /** Bytes of keys and values by topic, in records from one set of ends to another. */
    public Map<String, Long> recordBytes(Map<TopicPartition, Long> from, Map<TopicPartition, Long> to) {
        Map<String, Long> bytes = new TreeMap<>();
        to.keySet().forEach(partition -> bytes.put(partition.topic(), 0L));
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        rig.bootstrap(),
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(to.keySet());
            to.keySet().forEach(partition -> consumer.seek(partition, from.getOrDefault(partition, 0L)));
            while (to.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    long size = Math.max(0L, record.serializedKeySize()) + Math.max(0L, record.serializedValueSize());
                    bytes.merge(record.topic(), size, Long::sum);
                }
            }
        }
        return bytes;
    }

    /** Bytes of the broker's files of these topics. */
    public long fileBytes() throws IOException {
        try (Stream<Path> files = Files.walk(rig.brokerLogs())) {
            long bytes = 0;
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".log")).toList()) {
                String partition = file.getParent().getFileName().toString();
                int dash = partition.lastIndexOf('-');
                if (dash > 0 && topics.test(partition.substring(0, dash))) {
                    bytes += Files.size(file);
                }
            }
            return bytes;
        }
    }
}
