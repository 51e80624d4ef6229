package io.patchboard.standalone.sources.feed;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.patchboard.client.KafkaConnection;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Source;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.broker.KnownTopics;
import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.crash.CommittedLog;
import io.patchboard.standalone.jvm.ChildJvm;
import io.patchboard.tracing.Tracing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A broker and a kernel, topics of a shop, and what came of their events. */
@ResourceLock("sources") // one class at a time has it
abstract class SourcesRig {

    static final Duration PATIENCE = Duration.ofMinutes(10);
    static final int PARTITIONS = 3;

    /** What the shop has on its way: a broker that shares two cores with builds takes its time. */
    private static final long SHOP_BUFFER_BYTES = 512 * 1024;

    static final String DEAD_LETTERS = "patchboard.dead-letters";

    static final String BLUEPRINT = """
            {"apiVersion": "patchboard/v1", "name": "order",
             "indexes": {"orderId": "/order/id"},
             "state": {"schema": {"type": "object"}, "initial": {"order": {"$input": "/order"}, "payments": []}},
             "workers": {"cashier": {"unsolicited": true, "write": [{"op": ["add"], "path": "/payments/-"}]}}}""";

    @TempDir
    static Path dir;

    static EmbeddedBroker broker;
    static KernelApp kernel;
    static KafkaConnection connection;
    static IndexedBoards indexed;
    static Admin admin;
    static KafkaProducer<String, String> shop;

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")));
        connection = KafkaConnection.to(broker.bootstrapServers());
        kernel = KernelApp.start(
                KernelConfig.builder(
                                broker.bootstrapServers(),
                                dir.resolve("streams"),
                                "a secret of some bytes".getBytes(StandardCharsets.UTF_8))
                        .build(),
                new SimpleMeterRegistry(),
                Tracing.off());
        indexed = new IndexedBoards(connection);
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        shop = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        broker.bootstrapServers(),
                        "linger.ms",
                        5,
                        "delivery.timeout.ms",
                        (int) PATIENCE.toMillis(),
                        "max.block.ms",
                        PATIENCE.toMillis(),
                        "buffer.memory",
                        SHOP_BUFFER_BYTES),
                new StringSerializer(),
                new StringSerializer());
    }

    @AfterAll
    static void stop() {
        shop.close();
        indexed.close();
        admin.close();
        kernel.close();
        broker.close();
    }

    static Path file(String name, String yaml) throws Exception {
        Path folder = Files.createDirectories(dir.resolve(name));
        Files.writeString(folder.resolve("order.json"), BLUEPRINT);
        return Files.writeString(folder.resolve("sources.yaml"), yaml);
    }

    static void topic(String name) throws Exception {
        KnownTopics.create(admin, List.of(new NewTopic(name, PARTITIONS, (short) 1)));
    }

    static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptionsMatching(
                        e -> e.getCause() instanceof GroupIdNotFoundException) // nobody has joined yet
                .until(condition);
    }

    static long read(String source, String topic) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets("patchboard.source." + source)
                .partitionsToOffsetAndMetadata()
                .get();
        return offsets.entrySet().stream()
                .filter(entry ->
                        entry.getValue() != null && entry.getKey().topic().equals(topic))
                .mapToLong(entry -> entry.getValue().offset())
                .sum();
    }

    static Sources serve(Path file) throws Exception {
        return Sources.start(file, connection, new SimpleMeterRegistry(), indexed);
    }

    /** A server in a process of its own, which ends as {@code kill -9} ends it. */
    static Process process(Path file) throws Exception {
        return process(file, List.of());
    }

    /** @param through a command that runs it */
    static Process process(Path file, List<String> through) throws Exception {
        List<String> command = new ArrayList<>(through);
        command.addAll(ChildJvm.running(
                PatchBoard.class, "sources", file.toString(), "--bootstrap-server", broker.bootstrapServers()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("sources.log").toFile())
                .start();
    }

    static Map<String, List<LogEntry>> boards(String prefix) {
        SortedMap<String, List<LogEntry>> all = CommittedLog.read(broker.bootstrapServers());
        return all.entrySet().stream()
                .filter(board -> board.getKey().startsWith(prefix))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    static List<ConsumerRecord<byte[], byte[]>> deadLetters(String source) {
        return CommittedLog.records(broker.bootstrapServers(), DEAD_LETTERS::equals).stream()
                .filter(record -> header(record, DeadLetters.SOURCE).equals(source))
                .toList();
    }

    static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return Optional.ofNullable(record.headers().lastHeader(name))
                .map(Header::value)
                .map(value -> new String(value, StandardCharsets.UTF_8))
                .orElse("");
    }

    static Source place(ConsumerRecord<byte[], byte[]> dead) {
        return new Source(
                header(dead, DeadLetters.TOPIC),
                Long.parseLong(header(dead, DeadLetters.PARTITION)),
                Long.parseLong(header(dead, DeadLetters.OFFSET)));
    }
}
