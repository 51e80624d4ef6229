package io.patchboard.standalone.gateway;

import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.gateway.worker.SampleInvocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.broker.GuardedBroker;
import io.patchboard.standalone.broker.KnownTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A broker with queues, what invites workers, and a count of their answers. */
final class QueueRig implements AutoCloseable {

    static final String QUEUE = "patchboard.invocations.default";
    private static final String PROPOSALS = "patchboard.proposals";

    private final String bootstrapServers;
    private AutoCloseable broker;
    private final Admin admin;
    private final KafkaProducer<String, String> kernel;
    private final KafkaConsumer<String, String> proposals;
    private final Map<String, Integer> answers = new TreeMap<>();

    private QueueRig(AutoCloseable broker, String bootstrapServers) {
        this.broker = broker;
        this.bootstrapServers = bootstrapServers;
        Map<String, Object> client = Map.of("bootstrap.servers", bootstrapServers);
        this.admin = Admin.create(client);
        this.kernel = new KafkaProducer<>(client, new StringSerializer(), new StringSerializer());
        this.proposals = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", bootstrapServers,
                        "group.id", "reader",
                        "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new StringDeserializer());
    }

    static QueueRig start(Path dir, int partitions) throws Exception {
        EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir));
        return started(new QueueRig(broker, broker.bootstrapServers()), partitions);
    }

    static QueueRig start(Path dir, int partitions, Map<String, String> brokerSettings) throws Exception {
        GuardedBroker broker = GuardedBroker.start(dir, brokerSettings);
        return started(new QueueRig(broker, broker.bootstrapServers()), partitions);
    }

    private static QueueRig started(QueueRig rig, int partitions) throws Exception {
        rig.create(QUEUE, partitions);
        rig.create(PROPOSALS, 1);
        rig.proposals.subscribe(List.of(PROPOSALS));
        return rig;
    }

    void create(String topic, int partitions) throws InterruptedException, ExecutionException {
        KnownTopics.create(admin, List.of(new NewTopic(topic, partitions, (short) 1)));
    }

    String bootstrapServers() {
        return bootstrapServers;
    }

    /** The broker goes, and comes back where it was. Only of a rig without settings of its own. */
    void restart(Path dir) throws Exception {
        broker.close();
        int port = Integer.parseInt(bootstrapServers.substring(bootstrapServers.lastIndexOf(':') + 1));
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir).withKafkaPort(port));
    }

    Admin admin() {
        return admin;
    }

    Future<?> invite(String worker, String id) {
        return invite(QUEUE, worker, id);
    }

    Future<?> invite(String topic, String worker, String id) {
        return kernel.send(new ProducerRecord<>(topic, "board-" + id, invocation(worker, id)));
    }

    static String invocation(String worker, String id) {
        return JsonWriter.compact(SampleInvocation.of(worker)
                .id(id)
                .board("board-" + id)
                .build()
                .entry()
                .toJson());
    }

    /** How often each invocation was answered so far. */
    Map<String, Integer> answers() {
        proposals.poll(Duration.ofMillis(200)).forEach(record -> answers.merge(id(record.value()), 1, Integer::sum));
        return answers;
    }

    boolean isAnswered(String invocation) {
        String anyWorker = "p-" + invocation + "-";
        return answers().keySet().stream()
                .anyMatch(id -> id.startsWith(anyWorker)
                        && id.length() == invocation.length() + ProposalSubmitter.ADDED_ID_CHARS);
    }

    private static String id(String proposal) {
        Json id = ((JsonObject) JsonReader.parse(proposal)).get("proposalId").orElseThrow();
        return id.toString().replace("\"", "");
    }

    @Override
    public void close() throws Exception {
        proposals.close();
        kernel.close();
        admin.close();
        broker.close();
    }
}
