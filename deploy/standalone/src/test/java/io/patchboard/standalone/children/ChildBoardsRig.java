package io.patchboard.standalone.children;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.RequestSender;
import io.patchboard.client.ask.Waiting;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.encoding.RecordEncoder;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.kernel.app.KernelMain;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.crash.CommittedLog;
import io.patchboard.standalone.jvm.ChildJvm;
import io.patchboard.standalone.loop.KafkaLoop;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/** A broker, a kernel on four partitions, and trees of boards. */
final class ChildBoardsRig implements AutoCloseable {

    private static final String SECRET = "a secret of some bytes";
    private static final String GROUP = "patchboard.child-boards";

    /** A board for each value of each part: all are complete as soon as their own boards are. */
    private static final List<String> BLUEPRINTS = List.of("""
            {"apiVersion": "patchboard/v1", "name": "leaf", "rules": [],
             "state": {"schema": {"type": "object"}, "initial": {"n": {"$input": "/n"}}},
             "workers": {"nobody": {}}, "complete": {"when": "state.n >= 0", "result": "/n"}}""", """
            {"apiVersion": "patchboard/v1", "name": "part",
             "state": {"schema": {"type": "object"}, "initial": {"leaves": {"$input": "/leaves"}}},
             "workers": {"leaf": {"kind": "board", "write": [{"op": ["add"], "path": "/leaves/*/out"}],
               "board": {"blueprint": "leaf@1", "input": "{'n': item.n}", "result": "path + '/out'"}}},
             "rules": [{"name": "each", "on": {"event": "created"}, "forEach": "/leaves/*", "invoke": "leaf"}],
             "complete": {"when": "state.leaves.all(key, has(state.leaves[key].out))", "result": "/leaves"}}""", """
            {"apiVersion": "patchboard/v1", "name": "waits", "rules": [],
             "state": {"schema": {"type": "object"}, "initial": {}}, "workers": {"somebody": {"unsolicited": true}}}""", """
            {"apiVersion": "patchboard/v1", "name": "ready", "rules": [],
             "state": {"schema": {"type": "object"}, "initial": {}},
             "workers": {"somebody": {"unsolicited": true, "write": [{"op": ["add"], "path": "/done"}]}},
             "complete": {"when": "has(state.done)", "result": "/done"}}""", """
            {"apiVersion": "patchboard/v1", "name": "strict", "onIncident": "halt",
             "state": {"schema": {"type": "object"}, "initial": {}},
             "workers": {"nobody": {"kind": "board", "write": [{"op": ["add"], "path": "/out"}],
               "board": {"blueprint": "no-such@7", "result": "/out"}}},
             "rules": [{"name": "ask", "on": {"event": "created"}, "invoke": "nobody"}]}""");

    static final String TREE = """
            {"apiVersion": "patchboard/v1", "name": "tree",
             "state": {"schema": {"type": "object"}, "initial": {"parts": {"$input": "/parts"}}},
             "workers": {"part": {"kind": "board", "write": [{"op": ["add"], "path": "/parts/*/out"}],
               "board": {"blueprint": "%s", "input": "{'leaves': item.leaves}", "result": "path + '/out'"}}},
             "rules": [{"name": "each", "on": {"event": "created"}, "forEach": "/parts/*", "invoke": "part"}],
             "complete": {"when": "state.parts.all(key, has(state.parts[key].out))", "result": "/parts"}}""";

    private final Path dir;
    private final EmbeddedBroker broker;
    private KernelApp kernel;

    ChildBoardsRig(Path dir) {
        this.dir = dir;
        this.broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")));
        startKernel();
        try (CatalogTopic catalog = new CatalogTopic(connection())) {
            BLUEPRINTS.forEach(text -> catalog.publish((JsonObject) JsonReader.parse(text), "local", Optional.empty()));
        }
    }

    void startKernel() {
        kernel = KernelApp.start(KernelConfig.builder(
                        broker.bootstrapServers(), dir.resolve("streams"), SECRET.getBytes(StandardCharsets.UTF_8))
                .partitions(4)
                .build());
    }

    /** A kernel in a process of its own takes over, to be killed; then {@link #startKernel} goes on. */
    Process kernelProcess() throws Exception {
        kernel.close();
        ProcessBuilder java = java("kernel.log", KernelMain.class);
        java.environment()
                .putAll(Map.of(
                        "PATCHBOARD_BOOTSTRAP_SERVERS",
                        broker.bootstrapServers(),
                        "PATCHBOARD_SECRET",
                        SECRET,
                        "PATCHBOARD_STATE_DIR",
                        dir.resolve("streams").toString()));
        return java.start();
    }

    KafkaConnection connection() {
        return KafkaConnection.to(broker.bootstrapServers());
    }

    void create(String id, String blueprint, Json input) {
        send(new CreateBoard("c-" + id, id, JsonReader.parse(blueprint), input));
    }

    void send(BoardRecord record) {
        try (RequestSender sender = new RequestSender(connection())) {
            Waiting.on(sender.send(record));
        }
    }

    /** The same, as part of a trace. */
    void send(BoardRecord record, String traceparent) throws Exception {
        ProducerRecord<byte[], byte[]> command = new ProducerRecord<>(
                "patchboard.commands",
                record.boardId().getBytes(StandardCharsets.UTF_8),
                RecordEncoder.json().encode(record));
        command.headers().add("traceparent", traceparent.getBytes(StandardCharsets.US_ASCII));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(command).get();
        }
    }

    /** The traces of what was committed on the boards whose ids begin so. */
    List<String> traces(String prefix) {
        return CommittedLog.records(broker.bootstrapServers(), "patchboard.committed"::equals).stream()
                .filter(record -> new String(record.key(), StandardCharsets.UTF_8).startsWith(prefix))
                .map(record -> record.headers().lastHeader("traceparent"))
                .map(header -> header == null ? "none" : new String(header.value(), StandardCharsets.US_ASCII))
                .toList();
    }

    /** Some parts of some leaves each. */
    static Json parts(int parts, int leaves) {
        String each = IntStream.range(0, leaves)
                .mapToObj(n -> "\"l" + n + "\":{\"n\":" + n + "}")
                .collect(Collectors.joining(",", "{\"leaves\":{", "}}"));
        return JsonReader.parse(IntStream.range(0, parts)
                .mapToObj(n -> "\"p" + n + "\":" + each)
                .collect(Collectors.joining(",", "{\"parts\":{", "}}")));
    }

    /** One in a process of its own, which ends as {@code kill -9} ends it. */
    Process process() throws Exception {
        return java("children.log", PatchBoard.class, "children", "--bootstrap-server", broker.bootstrapServers())
                .start();
    }

    private ProcessBuilder java(String output, Class<?> program, String... args) {
        return new ProcessBuilder(ChildJvm.running(program, args))
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve(output).toFile());
    }

    static void await(String what, Duration patience, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(patience)
                .pollInterval(Duration.ofMillis(500))
                .until(condition);
    }

    SortedMap<String, List<LogEntry>> boards() {
        return CommittedLog.read(broker.bootstrapServers());
    }

    /** The events of a type on the boards whose ids begin so. */
    <T extends Event> List<T> events(String prefix, Class<T> type) {
        return boards().entrySet().stream()
                .filter(board -> board.getKey().startsWith(prefix))
                .flatMap(board -> board.getValue().stream())
                .map(LogEntry::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** Each board was made once and has ended once, each invocation was answered once, and nothing was refused. */
    void assertWhole(String root, int parts, int leaves) {
        int all = 1 + parts + parts * leaves;
        assertThat(events(root, BoardCreated.class)).hasSize(all);
        assertThat(events(root, BoardCompleted.class)).hasSize(all);
        assertThat(events(root, WorkerInvoked.class)).hasSize(all - 1);
        assertThat(events(root, PatchCommitted.class)).hasSize(all - 1);
        assertThat(events(root, RejectedEvent.class)).isEmpty();
        List<LogEntry> log = boards().get(root);
        Json result = ((BoardCompleted) log.get(log.size() - 1).event()).result();
        String text = result.toString();
        for (int n = 0; n < leaves; n++) {
            assertThat(text.split("\"n\":" + n + ",\"out\":" + n + "}", -1)).hasSize(parts + 1);
        }
    }

    /** Everything is read once more by one that is started anew. */
    void replayed() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Map<TopicPartition, OffsetAndMetadata> read = admin.listConsumerGroupOffsets(GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get();
            Map<TopicPartition, OffsetAndMetadata> first =
                    read.keySet().stream().collect(Collectors.toMap(one -> one, one -> new OffsetAndMetadata(0)));
            await("the group is empty", Duration.ofMinutes(3), () -> {
                admin.alterConsumerGroupOffsets(GROUP, first).all().get();
                return true;
            });
            try (KafkaLoop again = ChildBoards.start(connection())) {
                await(
                        "all was read again",
                        Duration.ofMinutes(5),
                        () ->
                                admin
                                        .listConsumerGroupOffsets(GROUP)
                                        .partitionsToOffsetAndMetadata()
                                        .get()
                                        .entrySet()
                                        .stream()
                                        .allMatch(one -> one.getValue().offset()
                                                >= read.get(one.getKey()).offset()));
            }
        }
    }

    @Override
    public void close() {
        kernel.close();
        broker.close();
    }
}
