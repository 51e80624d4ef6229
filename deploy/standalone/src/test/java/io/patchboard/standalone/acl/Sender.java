package io.patchboard.standalone.acl;

import io.patchboard.record.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Creates a board on which a worker has to answer.
 *
 * @param client more settings of the producer
 */
record Sender(String servers, Map<String, String> client) {

    private static final String CREATE = """
            {"type": "CreateBoard", "commandId": "c", "boardId": "b", "input": {}, "blueprint": {
              "apiVersion": "patchboard/v1", "name": "n", "state": {"schema": {}, "initial": {"task": 1}},
              "workers": {"w": {"write": [{"op": ["add"], "path": "/done"}]}},
              "rules": [{"name": "r", "on": {"op": ["add"], "path": "/task"}, "invoke": "w"}],
              "complete": {"when": "has(state.done)"}}}
            """;

    void create(Topics topics) throws Exception {
        try (KafkaProducer<String, String> producer = producer()) {
            producer.send(new ProducerRecord<>(topics.commands(), "b", CREATE)).get();
        }
    }

    /** Of both inputs, so that some has to be sent on to its board's, and some is rejected. */
    void sendToEachPartition(Topics topics) throws Exception {
        try (KafkaProducer<String, String> producer = producer()) {
            for (String topic : List.of(topics.commands(), topics.proposals())) {
                for (int partition = 0; partition < 2; partition++) {
                    producer.send(new ProducerRecord<>(topic, partition, "b", CREATE))
                            .get();
                }
            }
        }
    }

    /** How far somebody may have been once; the topic is there. */
    void keepCheckpoint(Topics topics) throws Exception {
        try (KafkaProducer<String, String> producer = producer()) {
            producer.send(new ProducerRecord<>(topics.checkpoints(), "other", "{}"))
                    .get();
        }
    }

    private KafkaProducer<String, String> producer() {
        Map<String, Object> settings = new HashMap<>(client);
        settings.put("bootstrap.servers", servers);
        return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    }
}
