package io.patchboard.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.ReadLogs;
import io.patchboard.encoding.RecordSchemas;
import io.patchboard.gateway.Gateway;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.registry.SubjectNaming;
import io.patchboard.standalone.registry.RegistryState.Definition;
import io.patchboard.standalone.workers.Examples;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients in Avro both ways, and what goes on while the registry is down. */
@Order(1) // takes long, so it begins first
@Tag("long")
final class RegistryInteropTest extends RegistryRig {

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"answer",
             "state":{"schema":{"properties":{"answer":{"type":"string","maxLength":5}}},"initial":{"q":{"$input":"/question"}}},
             "workers":{"w":{"read":["/q"],"unsolicited":true,"write":[{"op":["add"],"path":"/answer"}]}},
             "rules":[{"name":"ask","on":{"event":"created"},"invoke":"w"}],
             "complete":{"when":"has(state.answer)","result":"/answer"}}
            """;

    @Test
    void pythonClient_inAvroBothWays_completesABoard() throws Exception {
        String python = Examples.pythonWith("confluent_kafka", "apt-get install python3-confluent-kafka");
        try (KernelApp kernel = KernelApp.start(kernel(config()))) {
            Path blueprint = Files.writeString(dir.resolve("blueprint.json"), BLUEPRINT);
            List<String> read = runPython(python, "avro_client.py", "py", blueprint);

            assertThat(kernel.failure().toCompletableFuture()).isNotDone();
            assertAnswered("py", read);
        }
        assertThat(registry.state().subjects())
                .containsExactly(
                        topics.commands() + "-value",
                        topics.committed() + "-value",
                        topics.invocations("default") + "-value",
                        topics.proposals() + "-value",
                        topics.rejected() + "-value");
    }

    @ParameterizedTest
    @EnumSource(SubjectNaming.class)
    void confluentsOwnSerializers_inAvroBothWays_completeABoard(SubjectNaming naming) throws Exception {
        String python = Examples.pythonWith(
                "confluent_kafka.schema_registry.avro, fastavro, requests",
                "pip install 'confluent-kafka[avro]', and PATCHBOARD_PYTHON=PROGRAM for a Python of an environment");
        try (KernelApp kernel = KernelApp.start(kernel(config().withSubjects(naming)))) {
            send(topics.commands(), "cf", create("cf"));
            awaitEntries("cf", 2);
            Path schema = Files.writeString(dir.resolve("PatchProposal.avsc"), RecordSchemas.text("PatchProposal"));
            List<String> read = runPython(python, "confluent_client.py", "cf", schema);

            assertThat(kernel.failure().toCompletableFuture()).isNotDone();
            assertAnswered("cf", read);
        }
        assertThat(registry.state().subjects()).contains(topics.proposals() + "-value");
    }

    /** The client read the log that is there, and its second answer was accepted. */
    private void assertAnswered(String board, List<String> read) {
        List<LogEntry> log = log(board);
        assertThat(log)
                .extracting(LogEntry::type)
                .containsExactly(
                        "BoardCreated",
                        "WorkerInvoked",
                        "PatchRejected",
                        "WorkerInvoked",
                        "PatchCommitted",
                        "BoardCompleted");
        assertThat(read)
                .containsExactlyInAnyOrderElementsOf(
                        log.stream().map(this::line).toList());
        assertThat(((PatchCommitted) log.get(4).event()).usage().orElseThrow().outputTokens())
                .isEqualTo(4);
    }

    @Test
    void registryDown_cachedIdsGoOn_andAnUnknownOneWaitsUntilItIsBack() throws Exception {
        try (KernelApp kernel = KernelApp.start(kernel(config()))) {
            int proposals = registry.state()
                    .version(topics.proposals() + "-value", "latest", false)
                    .id();
            Schema newer = withField(new Schema.Parser().parse(RecordSchemas.text("PatchProposal")));
            int newerId = registry.state()
                    .register(topics.proposals() + "-value", new Definition(newer.toString(), List.of()));
            for (String board : List.of("warm", "cached", "waiting")) {
                send(topics.commands(), board, create(board));
                awaitEntries(board, 2);
            }
            sendAvro("warm", proposals, proposal(RecordSchemas.text("PatchProposal"), "warm"));
            await().atMost(PATIENCE).until(() -> isComplete("warm"));

            registry.shut();
            sendAvro("cached", proposals, proposal(RecordSchemas.text("PatchProposal"), "cached"));
            await().atMost(PATIENCE).until(() -> isComplete("cached"));

            int partition = sendAvro("waiting", newerId, proposal(newer.toString(), "waiting"));
            send(topics.commands(), elsewhere(partition), create(elsewhere(partition)));
            // Another partition is decided meanwhile, in Avro, while the task of this one is given up and begun again.
            awaitEntries(elsewhere(partition), 2);
            await().during(Duration.ofSeconds(8))
                    .atMost(PATIENCE)
                    .until(() -> log("waiting").size() == 2);
            assertThat(kernel.failure().toCompletableFuture()).isNotDone();

            registry.open();
            await().atMost(PATIENCE).until(() -> isComplete("waiting"));
            assertThat(log("waiting")).extracting(LogEntry::event).noneMatch(PatchRejected.class::isInstance);
        }
    }

    @Test
    void gateway_readsAvro_andGivesBackWhatItCannotReadWhileTheRegistryIsDown() throws Exception {
        Worker worker = invocation ->
                Answer.of((JsonArray) JsonReader.parse("[{\"op\":\"add\",\"path\":\"/answer\",\"value\":\"yes\"}]"));
        try (KernelApp kernel = KernelApp.start(kernel(config()))) {
            send(topics.commands(), "g", create("g"));
            awaitEntries("g", 2);
            registry.shut();
            try (Gateway gateway = Gateway.start(GatewayConfig.builder(
                            new KafkaConnection(
                                    broker.bootstrapServers(),
                                    Map.of(RegistryConfig.URL_PROPERTY, registry.url()),
                                    topics),
                            Map.of("w", WorkerBinding.Given.of(worker)))
                    .groupId(topics.prefix() + "gateway")
                    .build())) {
                await().during(Duration.ofSeconds(5)).atMost(PATIENCE).until(() -> log("g").size() == 2);
                assertThat(gateway.failure().toCompletableFuture()).isNotDone();

                registry.open();
                await().atMost(PATIENCE).until(() -> isComplete("g"));
            }
            assertThat(kernel.failure().toCompletableFuture()).isNotDone();
        }
    }

    @Test
    void unknownId_whileTheRegistryIsUp_isRejected() throws Exception {
        try (KernelApp kernel = KernelApp.start(kernel(config()))) {
            send(topics.commands(), "b", create("b"));
            awaitEntries("b", 2);
            sendAvro("b", 4711, proposal(RecordSchemas.text("PatchProposal"), "b"));
            awaitEntries("b", 3);

            assertThat(log("b").get(2).event())
                    .isInstanceOfSatisfying(
                            PatchRejected.class,
                            rejected -> assertThat(rejected.rejection().code()).isEqualTo("schema-id"));
            assertThat(kernel.failure().toCompletableFuture()).isNotDone();
        }
    }

    private List<String> runPython(String python, String program, String board, Path file) throws Exception {
        Path script = Path.of("src/test/resources/registry").resolve(program).toAbsolutePath();
        Path out = dir.resolve("python.out");
        Process process = new ProcessBuilder(
                        python,
                        script.toString(),
                        broker.bootstrapServers(),
                        registry.url(),
                        topics.prefix(),
                        board,
                        file.toString())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.waitFor(PATIENCE.toSeconds() + 10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return Files.readAllLines(out);
    }

    private String line(LogEntry entry) {
        return topics.of(entry.event()).substring(topics.prefix().length()) + " " + entry.type() + " "
                + entry.sequence() + " " + entry.header().hash();
    }

    private static byte[] create(String board) {
        return ("{\"type\":\"CreateBoard\",\"commandId\":\"c-" + board + "\",\"boardId\":\"" + board
                        + "\",\"blueprint\":" + BLUEPRINT.replace("\n", " ") + ",\"input\":{\"question\":\"why?\"}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static GenericRecord proposal(String schema, String board) {
        return new GenericRecordBuilder(new Schema.Parser().parse(schema))
                .set("proposalId", "p-" + board)
                .set("boardId", board)
                .set("worker", "w")
                .set("patch", "[{\"op\":\"add\",\"path\":\"/answer\",\"value\":\"yes\"}]")
                .build();
    }

    private static Schema withField(Schema schema) {
        String text = schema.toString();
        return new Schema.Parser()
                .parse(text.substring(0, text.length() - 2)
                        + ",{\"name\":\"mood\",\"type\":[\"null\",\"string\"],\"default\":null}]}");
    }

    private int sendAvro(String board, int id, GenericRecord record) throws Exception {
        return send(topics.proposals(), board, AvroProposals.confluent(id, record));
    }

    private int send(String topic, String board, byte[] value) throws Exception {
        return producer.send(new ProducerRecord<>(topic, board, value)).get().partition();
    }

    /** A board that is in another partition. */
    private static String elsewhere(int partition) {
        for (int i = 0; ; i++) {
            String board = "elsewhere" + i;
            int of = Utils.toPositive(Utils.murmur2(board.getBytes(StandardCharsets.UTF_8))) % 4;
            if (of != partition) {
                return board;
            }
        }
    }

    private boolean isComplete(String board) {
        return log(board).stream().map(LogEntry::event).anyMatch(BoardCompleted.class::isInstance);
    }

    private void awaitEntries(String board, int count) {
        await(board).atMost(PATIENCE).until(() -> log(board).size() >= count);
    }

    /** The reader keeps the schemas that it once got, so it reads while the registry is down. */
    private List<LogEntry> log(String board) {
        return ReadLogs.by(reader, Optional.of(board)).of(board).stream()
                .map(LogRecord::entry)
                .toList();
    }
}
