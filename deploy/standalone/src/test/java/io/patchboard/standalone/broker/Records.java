package io.patchboard.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Produces and consumes as an ordinary client does. */
final class Records {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private Records() {}

    static KafkaProducer<String, String> producer(String bootstrapServers, Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>(more);
        config.put("bootstrap.servers", bootstrapServers);
        return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    }

    static void send(EmbeddedBroker broker, String topic, String... values) throws Exception {
        try (KafkaProducer<String, String> producer = producer(broker.bootstrapServers(), Map.of())) {
            for (String value : values) {
                producer.send(new ProducerRecord<>(topic, "board", value)).get();
            }
        }
    }

    /** Reads from the beginning, as a member of a fresh group, until {@code count} records are there. */
    static List<String> read(EmbeddedBroker broker, String topic, String group, int count) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers", broker.bootstrapServers(), "group.id", group, "auto.offset.reset", "earliest");
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (values.size() < count && System.nanoTime() < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(r -> values.add(r.value()));
            }
        }
        assertThat(values).as("records of %s", topic).hasSize(count);
        return values;
    }
}
