package io.patchboard.client.log;

import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes entries as the kernel does: to the topic of each, in transactions. */
public final class LogTopics implements AutoCloseable {

    private final Topics topics;
    private final KafkaProducer<String, byte[]> producer;

    public LogTopics(String bootstrapServers) {
        this(bootstrapServers, new Topics(Topics.DEFAULT_PREFIX));
    }

    public LogTopics(String bootstrapServers, Topics topics) {
        this.topics = topics;
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "transactional.id", "kernel-" + UUID.randomUUID()),
                new StringSerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
    }

    public void commit(List<LogEntry> entries) {
        send(entries);
        producer.commitTransaction();
    }

    public void abort(List<LogEntry> entries) {
        send(entries);
        producer.flush();
        producer.abortTransaction();
    }

    public void commit(String topic, String key, String value) {
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topic, key, value.getBytes(StandardCharsets.UTF_8)));
        producer.commitTransaction();
    }

    private void send(List<LogEntry> entries) {
        producer.beginTransaction();
        entries.forEach(entry ->
                producer.send(new ProducerRecord<>(topics.of(entry.event()), entry.boardId(), SampleLog.bytes(entry))));
    }

    @Override
    public void close() {
        producer.close();
    }
}
