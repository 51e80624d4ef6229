package io.patchboard.standalone.acl;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.patchboard.client.KafkaConnection;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.GuardedBroker;
import io.patchboard.standalone.broker.KnownTopics;
import io.patchboard.standalone.broker.SecuredBroker;
import io.patchboard.standalone.children.ChildBoards;
import io.patchboard.standalone.sources.feed.IndexedBoards;
import io.patchboard.standalone.sources.feed.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringSerializer;

/** {@code sources} and {@code children} with the rights of their parts, and what they have to do. */
final class Servers implements AutoCloseable {

    /** Of the blueprint {@code rights}, which is published. */
    private static final String PARENT = """
            {"type": "CreateBoard", "commandId": "p", "boardId": "parent", "input": {}, "blueprint": {
              "apiVersion": "patchboard/v1", "name": "parent", "state": {"schema": {"type": "object"}, "initial": {}},
              "workers": {"part": {"kind": "board", "write": [{"op": ["add"], "path": "/out"}],
                "board": {"blueprint": "rights@latest", "result": "/out"}}},
              "rules": [{"name": "ask", "on": {"event": "created"}, "invoke": "part"}],
              "complete": {"when": "has(state.out)"}}}
            """;

    private static final List<String> EVENTS = List.of("{\"id\": \"1\"}", "no JSON");

    private final SecuredBroker broker;
    private final Topics topics;
    private final List<AutoCloseable> started = new ArrayList<>();

    private Servers(SecuredBroker broker, Topics topics) {
        this.broker = broker;
        this.topics = topics;
    }

    static Servers start(SecuredBroker broker, Topics topics, Path dir, List<Part> parts) throws Exception {
        Servers servers = new Servers(broker, topics);
        servers.giveWork();
        for (Part part : parts) {
            String principal = LeastRightsTest.principal(part);
            KafkaConnection connection = new KafkaConnection(broker.bootstrapServers(), broker.user(principal), topics);
            servers.started.add(
                    part == Part.children ? ChildBoards.start(connection) : servers.sources(connection, dir));
        }
        return servers;
    }

    private AutoCloseable sources(KafkaConnection connection, Path dir) throws Exception {
        Path file = Files.writeString(dir.resolve("sources.yaml"), """
                sources:
                  orders: {topic: %1$s, board: {id: "'order-' + event.id", blueprint: rights@latest}}
                  notes:
                    topic: %1$s
                    correlate: {board: "'order-' + event.id"}
                    worker: w
                    patch: [{op: add, path: /note, value: event.id}]
                """.formatted(orders()));
        return Sources.start(file, connection, new SimpleMeterRegistry(), new IndexedBoards(connection));
    }

    /** As Kafka takes it, an entry for each operation. */
    static List<AclBinding> bindings(Right right, String principal) {
        return right.operations().stream()
                .map(operation -> new AclBinding(
                        right.resource(),
                        new AccessControlEntry("User:" + principal, "*", operation, AclPermissionType.ALLOW)))
                .toList();
    }

    private void giveWork() throws Exception {
        KnownTopics.create(broker.admin(), List.of(new NewTopic(orders(), 1, (short) 1)));
        GuardedBroker.rule(
                broker.admin(),
                bindings(
                        Right.on(ResourceType.TOPIC, orders(), "", AclOperation.READ),
                        LeastRightsTest.principal(Part.sources)));
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.plainServers()), new StringSerializer(), new StringSerializer())) {
            for (String event : EVENTS) {
                producer.send(new ProducerRecord<>(orders(), event)).get();
            }
            producer.send(new ProducerRecord<>(topics.commands(), "parent", PARENT))
                    .get();
        }
    }

    private String orders() {
        return topics.prefix() + "orders";
    }

    /** Whether each source has written what it made of all events. */
    boolean haveReadAll() throws Exception {
        for (String source : List.of("orders", "notes")) {
            long read = broker
                    .admin()
                    .listConsumerGroupOffsets(topics.sourceGroup(source))
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .values()
                    .stream()
                    .filter(Objects::nonNull)
                    .mapToLong(OffsetAndMetadata::offset)
                    .sum();
            if (read < EVENTS.size()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable one : started) {
            one.close();
        }
    }
}
