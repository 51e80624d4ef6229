package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.ReadLogs;
import io.patchboard.gateway.llm.scripted.ChatRequest;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Usage;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway is killed with {@code kill -9} while its model's second tool does something that must not be done twice.
 * The next gateway goes on from there.
 */
@Tag("long")
final class KilledLongWorkTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String BLUEPRINT = """
            {"apiVersion": "patchboard/v1", "name": "letters",
             "state": {"initial": {"to": "ada"}, "schema": {"type": "object"}},
             "workers": {"clerk": {"instruction": "Send a letter.", "read": ["/to"], "idempotencyKey": "state.to",
                                   "write": [{"op": ["add"], "path": "/sent"}], "policy": "patient"}},
             "policies": {"patient": {"timeout": "PT10M", "retry": {"maxAttempts": 5}}},
             "rules": [{"name": "begin", "on": {"event": "created"}, "invoke": "clerk"}],
             "complete": {"when": "has(state.sent)", "result": "/sent"}}
            """;

    /** Each notes that it was called; the one that sends then waits for ever. */
    private static final String TOOLS = """
            import json, sys, time
            asked = json.loads(sys.stdin.readline())
            what = sys.argv[1]
            with open("calls.txt", "a") as calls:
                calls.write(what + " " + asked["idempotencyKey"] + "\\n")
            if what == "send":
                time.sleep(3600)
            answer = {"outcome": "OUTCOME", "result": "in the post"} if what == "sent" else "Ada, 12 Main Street"
            print(json.dumps({"result": answer}))
            """;

    @TempDir
    private Path dir;

    private final ScriptedChatServer model = ScriptedChatServer.start();

    @AfterEach
    void close() {
        model.close();
    }

    private static Reply turn(ChatRequest request) {
        return switch (request.text().split("\"role\":\"tool\"", -1).length - 1) {
            case 0 -> Reply.call("look", "{}");
            case 1 -> Reply.call("send", "{}");
            default -> Reply.text("{\"patch\":[{\"op\":\"add\",\"path\":\"/sent\",\"value\":true}]}");
        };
    }

    private Path workers(String outcome) throws Exception {
        Files.writeString(dir.resolve("tools.py"), TOOLS.replace("OUTCOME", outcome));
        Path file = dir.resolve("workers.yaml");
        Files.writeString(file, """
                models: {fast: {provider: openai, baseUrl: "%s", model: tiny}}
                workers:
                  clerk:
                    llm: fast
                    timeout: PT10M
                    toolLimits: {timeout: PT10M}
                    tools:
                      - {process: [python3, tools.py, look], name: look, description: Looks., input: {type: object}}
                      - process: [python3, tools.py, send]
                        reconcile: [python3, tools.py, sent]
                        name: send
                        description: Sends.
                        input: {type: object}
                """.formatted(model.baseUrl()));
        return file;
    }

    private List<String> calls() throws Exception {
        Path file = dir.resolve("calls.txt");
        return Files.exists(file)
                ? Files.readAllLines(file).stream()
                        .map(line -> line.split(" ")[0])
                        .toList()
                : List.of();
    }

    private static void createBoard(AllInOne all) throws Exception {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", all.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            CreateBoard command = new CreateBoard("c", "b-1", JsonReader.parse(BLUEPRINT), JsonReader.parse("{}"));
            producer.send(new ProducerRecord<>(
                            "patchboard.commands",
                            command.boardId(),
                            command.toJson().toString().getBytes(StandardCharsets.UTF_8)))
                    .get();
        }
    }

    private static <E> Optional<E> found(AllInOne all, Class<E> kind) {
        return ReadLogs.by(new LogReader(all.connection()), Optional.empty()).of("b-1").stream()
                .map(record -> record.entry())
                .map(LogEntry::event)
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst();
    }

    private <E> E afterAKill(String outcome, Class<E> kind, AllInOne all) throws Exception {
        model.otherwise(KilledLongWorkTest::turn);
        Path file = workers(outcome);
        createBoard(all);
        try (GatewayProcess first = GatewayProcess.start(all.bootstrapServers(), file, "classic")) {
            await().atMost(PATIENCE).until(() -> calls().contains("send"));
            first.kill();
        }
        try (GatewayProcess second = GatewayProcess.start(all.bootstrapServers(), file, "classic")) {
            assertThat(second).isNotNull();
            await().atMost(PATIENCE).until(() -> found(all, kind).isPresent());
        }
        return found(all, kind).orElseThrow();
    }

    private static void cli(AllInOne all, String... arguments) {
        List<String> line = new ArrayList<>(List.of("board"));
        line.addAll(List.of(arguments));
        line.addAll(List.of("--bootstrap-server", all.bootstrapServers()));
        Cli ran = Cli.run(line.toArray(String[]::new));
        assertThat(ran.exitCode()).as(ran.toString()).isZero();
    }

    private AllInOne cluster() {
        return AllInOne.start(AllInOneConfig.on(dir.resolve("data")).withQueues(Set.of("default")));
    }

    @Test
    void callThatWasDone_isFound_andNoToolIsCalledTwice() throws Exception {
        try (AllInOne all = cluster()) {
            PatchCommitted committed = afterAKill("found", PatchCommitted.class, all);

            assertThat(calls()).containsExactly("look", "send", "sent");
            assertThat(model.requests()).hasSize(3);
            assertThat(model.requests().get(2).text()).contains("Ada, 12 Main Street", "in the post");
            Usage usage = committed.usage().orElseThrow();
            assertThat(usage.circumstances().checkpoint()).isPresent();
            assertThat(usage.circumstances().prefixHash()).isPresent();
            Cli replay = Cli.run("replay", "--verify", "--decide", "--bootstrap-server", all.bootstrapServers());
            assertThat(replay.exitCode()).as(replay.err()).isZero();
        }
    }

    @Test
    void callOfWhichNobodyKnows_isNotMadeAgain_andAPersonIsAsked() throws Exception {
        try (AllInOne all = cluster()) {
            NeedsPerson asked = afterAKill("unknown", NeedsPerson.class, all);

            assertThat(asked.message()).contains("tool \"send\"", "Find out whether it was done");
            assertThat(calls()).containsExactly("look", "send", "sent");
            assertThat(model.requests()).hasSize(2);
            assertThat(found(all, PatchRejected.class).orElseThrow().retryAt()).isEmpty();

            cli(all, "settle", "b-1", "--done", "\"in the archive\"", "--by", "ada");
            cli(all, "resolve", "b-1", "--retry", "--reason", "it was sent", "--by", "ada");
            try (GatewayProcess third =
                    GatewayProcess.start(all.bootstrapServers(), dir.resolve("workers.yaml"), "classic")) {
                assertThat(third).isNotNull();
                await().atMost(PATIENCE)
                        .until(() -> found(all, PatchCommitted.class).isPresent());
            }
            assertThat(calls()).as("nothing was called again").containsExactly("look", "send", "sent");
            assertThat(model.requests().get(2).text()).contains("in the archive");
        }
    }
}
