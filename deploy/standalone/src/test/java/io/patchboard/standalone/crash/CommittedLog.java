package io.patchboard.standalone.crash;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What stands in the log topics, read plainly: every committed record is one element, whatever it says. */
public final class CommittedLog {

    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    private CommittedLog() {}

    /** The entries of each board, sorted by sequence; repeats are left in. */
    public static SortedMap<String, List<LogEntry>> read(String bootstrapServers) {
        SortedMap<String, List<LogEntry>> boards = new TreeMap<>();
        each(bootstrapServers, CommittedLog::holdsLog, record -> {
            LogEntry entry = entry(record);
            boards.computeIfAbsent(entry.boardId(), id -> new ArrayList<>()).add(entry);
        });
        boards.values().forEach(log -> log.sort(Comparator.comparingLong(LogEntry::sequence)));
        return boards;
    }

    /** What a record of the log says. It has to be JSON. */
    public static LogEntry entry(ConsumerRecord<byte[], byte[]> record) {
        return LogEntry.fromJson((JsonObject) JsonReader.parse(new String(record.value(), StandardCharsets.UTF_8)));
    }

    /** Every committed record of some topics; those of one partition in their order. */
    public static List<ConsumerRecord<byte[], byte[]>> records(String bootstrapServers, Predicate<String> topics) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        each(bootstrapServers, topics, records::add);
        return records;
    }

    /** The same, one by one: of many records only what is made of them is kept. */
    public static void each(
            String bootstrapServers, Predicate<String> topics, Consumer<ConsumerRecord<byte[], byte[]>> taker) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                false);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.listTopics().entrySet().stream()
                    .filter(topic -> topics.test(topic.getKey()))
                    .flatMap(topic -> topic.getValue().stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> end = consumer.endOffsets(partitions);
            while (end.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(taker);
            }
        }
    }

    /** Whether a topic is one of those that together are the log. */
    public static boolean holdsLog(String topic) {
        return topic.equals(TOPICS.committed())
                || topic.equals(TOPICS.rejected())
                || topic.startsWith(TOPICS.invocations(""));
    }
}
