package io.patchboard.bench.process;

import io.patchboard.bench.load.Proposals;
import io.patchboard.client.KafkaConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What a gateway sends for each invocation, made beforehand: it reads a committed record, sends another with the same
 * key and a gateway's settings, and says how far it is when the broker has it.
 */
final class PlainWorker implements AutoCloseable {

    private static final Duration POLL = Duration.ofMinutes(1);

    private final List<Script> scripts;
    private final String proposals;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<String, Integer> answered = new HashMap<>();
    private final Thread thread = new Thread(this::run, "plain-worker");

    private PlainWorker(KafkaConnection connection, List<Script> scripts) {
        this.scripts = scripts;
        this.proposals = connection.topics().proposals();
        String group = connection.topics().prefix() + "plain-worker";
        this.consumer = new KafkaConsumer<>(
                connection.memberConfig(group, Map.of()), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.producer = new KafkaProducer<>(
                connection.producerConfig(Map.of()), new ByteArraySerializer(), new ByteArraySerializer());
        consumer.assign(consumer.partitionsFor(connection.topics().invocations("default")).stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList());
    }

    static PlainWorker start(KafkaConnection connection, List<Script> scripts) {
        PlainWorker worker = new PlainWorker(connection, scripts);
        worker.thread.start();
        return worker;
    }

    private void run() {
        try (consumer;
                producer) {
            while (true) {
                ConsumerRecords<byte[], byte[]> invocations = consumer.poll(POLL);
                invocations.forEach(invocation -> producer.send(answer(invocation)));
                producer.flush();
                consumer.commitAsync();
            }
        } catch (WakeupException e) {
            // It was closed.
        }
    }

    private ProducerRecord<byte[], byte[]> answer(ConsumerRecord<byte[], byte[]> invocation) {
        String board = new String(invocation.key(), StandardCharsets.UTF_8);
        Script script = scripts.get(Proposals.number(board) % scripts.size());
        int answer = answered.merge(board, 1, Integer::sum);
        if (script.isOver(answer + 1)) {
            answered.remove(board);
        }
        return new ProducerRecord<>(
                proposals, invocation.key(), script.step(answer).input());
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
