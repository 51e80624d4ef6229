package io.patchboard.standalone.replay;

import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.KnownTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Copies records to another cluster as they are, to other partitions, in another order and with other times. */
final class CopiedLog {

    private static final List<Integer> PARTITIONS = List.of(7, 1, 5, 2);
    private static final Duration BACK = Duration.ofDays(1_000);

    private CopiedLog() {}

    /** @param prefix of the copies' topics */
    static void write(
            String bootstrapServers, String prefix, List<ConsumerRecord<byte[], byte[]>> records, Random random)
            throws Exception {
        List<String> names =
                records.stream().map(ConsumerRecord::topic).distinct().sorted().toList();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            List<NewTopic> topics = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                int partitions = PARTITIONS.get(i % PARTITIONS.size());
                topics.add(new NewTopic(renamed(names.get(i), prefix), partitions, (short) 1)
                        .configs(Map.of("retention.ms", "-1")));
            }
            KnownTopics.create(admin, topics);
        }
        // A broker forgets an idempotent producer whose records are older than a day, and then refuses the next ones.
        Map<String, Object> plain = Map.of("bootstrap.servers", bootstrapServers, "enable.idempotence", false);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(plain, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (ConsumerRecord<byte[], byte[]> record : mixed(records, random)) {
                long time = record.timestamp() - BACK.toMillis() + random.nextInt(1_000_000);
                sent.add(producer.send(new ProducerRecord<>(
                        renamed(record.topic(), prefix), null, time, record.key(), record.value())));
            }
            for (Future<?> one : sent) {
                one.get();
            }
        }
    }

    private static String renamed(String topic, String prefix) {
        return prefix + topic.substring(Topics.DEFAULT_PREFIX.length());
    }

    /** The source's partitions in turns; each of them keeps its order. */
    private static List<ConsumerRecord<byte[], byte[]>> mixed(
            List<ConsumerRecord<byte[], byte[]>> records, Random random) {
        List<List<ConsumerRecord<byte[], byte[]>>> sources = new ArrayList<>(records.stream()
                .collect(Collectors.groupingBy(
                        record -> record.topic() + "-" + record.partition(), Collectors.toCollection(ArrayList::new)))
                .values());
        List<ConsumerRecord<byte[], byte[]>> mixed = new ArrayList<>();
        while (!sources.isEmpty()) {
            List<ConsumerRecord<byte[], byte[]>> source = sources.get(random.nextInt(sources.size()));
            mixed.add(source.remove(0));
            sources.removeIf(List::isEmpty);
        }
        return mixed;
    }
}
