package io.patchboard.standalone.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.config.YamlFile;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.crash.KernelProcess;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.run.Workers;
import io.patchboard.standalone.tracing.Collector.Told;
import io.patchboard.tracing.BoardTrace;
import io.patchboard.tracing.SpanAttributes;
import io.patchboard.tracing.Tracing;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One trace for a board, on a real broker: from whoever asked for it to the end, past a model and an HTTP worker. */
final class TracingTest {

    private static final String NOTE = "Kafka keeps the log.";
    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: reviews
            state:
              schema:
                type: object
                properties: {note: {type: string}, verdict: {type: string}, stamp: {type: string}}
              initial: {note: %s}
            workers:
              reviewer: {instruction: Grade the note., read: [/note], write: [{op: [add], path: /verdict}]}
              stamper: {read: [/verdict], write: [{op: [add], path: /stamp}]}
            rules:
              - {name: review, on: {event: created}, invoke: reviewer}
              - {name: stamp, on: {path: /verdict, op: [add]}, invoke: stamper}
            complete: {when: has(state.stamp)}
            """.formatted(NOTE);
    private static final String VERDICT = "{\"patch\":[{\"op\":\"add\",\"path\":\"/verdict\",\"value\":\"good\"}]}";
    private static final String STAMP = "{\"patch\":[{\"op\":\"add\",\"path\":\"/stamp\",\"value\":\"seen\"}]}";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";
    private static final String PARENT = "00-" + TRACE + "-" + CALLER + "-01";
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    @TempDir
    Path dir;

    private final ScriptedChatServer models = ScriptedChatServer.start();
    private final Queue<String> parentsAtTheWorker = new ConcurrentLinkedQueue<>();
    private Collector collector;
    private HttpServer worker;

    @BeforeEach
    void start() throws Exception {
        collector = Collector.start();
        worker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        worker.createContext("/", exchange -> {
            try (exchange) {
                parentsAtTheWorker.add(
                        String.valueOf(exchange.getRequestHeaders().getFirst("traceparent")));
                exchange.getRequestBody().readAllBytes();
                byte[] answer = STAMP.getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            }
        });
        worker.start();
    }

    @AfterEach
    void close() {
        worker.stop(0);
        models.close();
        collector.close();
    }

    private AllInOne up(Tracing tracing) throws Exception {
        Workers workers = Workers.parse(
                """
                models:
                  fast: {provider: openai, baseUrl: "%s", model: tiny}
                workers:
                  reviewer: {llm: {model: fast, temperature: 0}}
                  stamper: {http: "http://127.0.0.1:%d/"}
                """.formatted(models.baseUrl(), worker.getAddress().getPort()), dir.resolve("workers.yaml"));
        return AllInOne.start(AllInOneConfig.on(dir.resolve("data"))
                .withQueues(Set.of("default"))
                .withWorkers(List.of(workers))
                .withTracing(tracing));
    }

    /** Has a board made, and waits until it is complete. */
    private static void run(AllInOne all, String board, Map<String, String> headers) throws Exception {
        create(all.connection(), board, headers);
        awaitEntry(all.connection(), board, "BoardCompleted");
    }

    private static void create(KafkaConnection connection, String board, Map<String, String> headers) throws Exception {
        Json blueprint = YamlFile.document(BLUEPRINT, Path.of("blueprint.yaml"));
        CreateBoard command = new CreateBoard("c-" + board, board, blueprint, JsonObject.EMPTY);
        ProducerRecord<String, String> record =
                new ProducerRecord<>(TOPICS.commands(), board, command.toJson().toString());
        headers.forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                connection.producerConfig(Map.of()), new StringSerializer(), new StringSerializer())) {
            producer.send(record);
        }
    }

    private static void awaitEntry(KafkaConnection connection, String board, String type) {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> BoardRecords.of(connection, board).stream()
                        .anyMatch(next -> next.value().contains("\"" + type + "\"")));
    }

    private Told span(Predicate<Told> which) {
        List<Told> found = collector.spans().stream().filter(which).toList();
        assertThat(found).as("of %s", collector.spans()).hasSize(1);
        return found.get(0);
    }

    private List<Told> of(String board) {
        return collector.spans().stream()
                .filter(told -> told.attribute("patchboard.board.id").equals(board))
                .toList();
    }

    @Test
    void board_fromACallerWithATrace_isOneTreeInThatTrace() throws Exception {
        models.thenText(VERDICT).thenText(VERDICT);
        Tracing tracing = Tracing.of(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url()), "patchboard");
        try (AllInOne all = up(tracing)) {
            run(all, "b-1", Map.of("traceparent", PARENT));
            run(all, "b-2", Map.of());
        }
        tracing.close(); // sends what is left

        List<Told> first = collector.spans().stream()
                .filter(told -> told.trace().equals(TRACE))
                .toList();
        Told created = span(told -> told.parent().equals(CALLER));
        Told reviewing = childOf(created, "process patchboard.invocations.default");
        Told asked = childOf(reviewing, "chat tiny");
        Told reviewed = childOf(reviewing, "decide patchboard.proposals");
        Told stamping = childOf(reviewed, "process patchboard.invocations.default");
        Told posted = childOf(stamping, "POST");
        Told stamped = childOf(stamping, "decide patchboard.proposals");

        assertThat(first).containsExactlyInAnyOrder(created, reviewing, asked, reviewed, stamping, posted, stamped);
        assertThat(created.name()).isEqualTo("decide patchboard.commands");
        assertThat(created.attribute("patchboard.entry.type")).isEqualTo("BoardCreated");
        assertThat(reviewed.attribute("patchboard.entry.type")).isEqualTo("PatchCommitted");
        assertThat(created.kind()).isEqualTo(SpanKind.SPAN_KIND_CONSUMER);
        assertThat(asked.kind()).isEqualTo(SpanKind.SPAN_KIND_CLIENT);
        assertThat(asked.attributes())
                .containsEntry("gen_ai.operation.name", "chat")
                .containsEntry("gen_ai.provider.name", "openai")
                .containsEntry("gen_ai.request.model", "tiny")
                .containsEntry("gen_ai.response.model", "scripted-1")
                .containsEntry("gen_ai.usage.input_tokens", "100")
                .containsEntry("gen_ai.usage.output_tokens", "20");
        assertThat(posted.attributes()).containsEntry("http.response.status_code", "200");
        assertThat(parentsAtTheWorker).contains("00-" + TRACE + "-" + posted.id() + "-01");

        assertThat(of("b-2")).hasSize(5).extracting(Told::trace).containsOnly(BoardTrace.traceId("b-2"));
        assertThat(of("b-2")).filteredOn(told -> told.parent().isEmpty()).hasSize(1);
        assertNothingOfTheBoardIn(collector.spans());
    }

    private Told childOf(Told parent, String name) {
        Told child =
                span(told -> told.parent().equals(parent.id()) && told.name().equals(name));
        assertThat(child.trace()).isEqualTo(parent.trace());
        return child;
    }

    private static void assertNothingOfTheBoardIn(List<Told> spans) throws IllegalAccessException {
        assertThat(spans).extracting(Told::service).containsOnly("patchboard");
        Set<String> known = names();
        assertThat(spans).allSatisfy(told -> {
            assertThat(known).containsAll(told.attributes().keySet());
            assertThat(told.attributes().values())
                    .noneMatch(value -> value.contains(NOTE)
                            || value.contains("good")
                            || value.contains("seen")
                            || value.contains("Grade the note"));
        });
    }

    /** Which of them the conventions have, {@code SpanAttributesTest} sees to. */
    private static Set<String> names() throws IllegalAccessException {
        Set<String> names = new HashSet<>();
        for (Field field : SpanAttributes.class.getFields()) {
            names.add(((AttributeKey<?>) field.get(null)).getKey());
        }
        return names;
    }

    /** Of itself it would send them in an hour. */
    @Test
    void kernel_thatIsAskedToStop_sendsTheSpansThatItHas() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")));
                KernelProcess kernel = KernelProcess.start(
                        List.of(),
                        broker.bootstrapServers(),
                        dir.resolve("kernel"),
                        Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url(), "OTEL_BSP_SCHEDULE_DELAY", "3600000"))) {
            await().atMost(Duration.ofMinutes(5)).until(kernel::isReady);
            KafkaConnection connection = KafkaConnection.to(broker.bootstrapServers());
            create(connection, "b-1", Map.of());
            awaitEntry(connection, "b-1", "BoardCreated");

            kernel.process().destroy();
            kernel.process().waitFor();
        }

        assertThat(collector.spans()).extracting(Told::name).contains("decide patchboard.commands");
    }

    @Test
    void off_nothingIsSentAndNoHeaderAdded_butOneThatCameGoesOn() throws Exception {
        models.thenText(VERDICT).thenText(VERDICT);
        try (AllInOne all = up(Tracing.of(Map.of(), "patchboard"))) {
            run(all, "b-1", Map.of());
            run(all, "b-2", Map.of("traceparent", PARENT));

            assertThat(BoardRecords.of(all.connection(), "b-1"))
                    .hasSizeGreaterThan(6)
                    .allSatisfy(record -> assertThat(record.headers().toArray()).isEmpty());
            assertThat(BoardRecords.of(all.connection(), "b-2"))
                    .hasSizeGreaterThan(6)
                    .allSatisfy(record -> {
                        Header[] headers = record.headers().toArray();
                        assertThat(headers).hasSize(1);
                        assertThat(headers[0].key()).isEqualTo("traceparent");
                        assertThat(new String(headers[0].value(), StandardCharsets.UTF_8))
                                .isEqualTo(PARENT);
                    });
        }
        assertThat(parentsAtTheWorker).containsExactly("null", PARENT);
        assertThat(collector.spans()).isEmpty();
    }
}
