import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Makes headlines, as a plain Kafka client. Usage: java -cp JARS Worker.java BOOTSTRAP_SERVERS QUEUE */
public final class Worker {

    private static final ObjectMapper JSON = new ObjectMapper();

    public static void main(String[] args) throws Exception {
        String queue = args[1];
        Map<String, Object> producing = Map.of("bootstrap.servers", args[0]);
        Map<String, Object> consuming = Map.of(
                "bootstrap.servers", args[0],
                "group.id", queue + "-workers",
                "auto.offset.reset", "earliest", // what was invited before the group's first start counts
                "isolation.level", "read_committed", // never work for a decision that was aborted
                "enable.auto.commit", "false",
                "max.poll.records", "1", // else a slow worker holds what others could do
                "metadata.max.age.ms", "5000"); // a queue's topic is made when a blueprint first names it
        var text = new StringDeserializer();
        try (var producer = new KafkaProducer<>(producing, new StringSerializer(), new StringSerializer());
                var consumer = new KafkaConsumer<>(consuming, text, text)) {
            Thread main = Thread.currentThread();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(consumer, main)));
            consumer.subscribe(List.of("patchboard.invocations." + queue));
            while (true) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofSeconds(1))) {
                    JsonNode invocation = JSON.readTree(record.value());
                    if (Instant.parse(invocation.get("deadline").asText()).isAfter(Instant.now())) {
                        String answer = JSON.writeValueAsString(proposal(invocation));
                        producer.send(new ProducerRecord<>("patchboard.proposals", record.key(), answer)).get();
                    }
                    commit(consumer, record); // only now: a crash before it repeats the work
                }
            }
        } catch (WakeupException e) {
            System.err.println("Stopped.");
        }
    }

    private static void commit(KafkaConsumer<?, ?> consumer, ConsumerRecord<?, ?> record) {
        try {
            consumer.commitSync(Map.of(
                    new TopicPartition(record.topic(), record.partition()),
                    new OffsetAndMetadata(record.offset() + 1)));
        } catch (CommitFailedException | RebalanceInProgressException e) {
            System.err.println("The partition moves, and its next owner does this again: " + e.getMessage());
        }
    }

    private static ObjectNode proposal(JsonNode invocation) {
        ObjectNode answer = JSON.createObjectNode();
        List.of("boardId", "worker", "invocationId").forEach(name -> answer.set(name, invocation.get(name)));
        answer.put("proposalId", "answer-" + invocation.get("invocationId").asText()); // the same if it is sent twice
        try {
            String headline = headline(invocation.get("view"));
            answer.putArray("patch").addObject().put("op", "add").put("path", "/headlines/-").put("value", headline);
        } catch (RuntimeException e) {
            answer.put("error", "Expected a note, but: " + e);
        }
        return answer;
    }

    private static String headline(JsonNode view) {
        String note = view.required("item").required("value").asText();
        if (view.has("rejections")) { // it was too long, as the rejection's message says
            return note.substring(0, Math.min(40, note.length()));
        }
        String sentence = note.split("\\. ")[0];
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private static void leave(KafkaConsumer<?, ?> consumer, Thread main) {
        consumer.wakeup();
        try {
            main.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
