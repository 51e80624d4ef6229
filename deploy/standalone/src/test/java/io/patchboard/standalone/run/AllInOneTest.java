package io.patchboard.standalone.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.broker.BrokerStartException;
import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.http.HttpApi;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The whole of PatchBoard, from outside: plain Kafka clients, plain HTTP, and the command line. */
class AllInOneTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"notes",
             "state":{"schema":{"type":"object","properties":{"notes":{"type":"array","items":{"type":"string"}}}},
                      "initial":{"notes":[]}},
             "workers":{"scribe":{"instruction":"Note.","unsolicited":true,
                                  "write":[{"op":["add"],"path":"/notes/-"}]}},
             "complete":{"when":"size(state.notes) == 3","result":"/notes"}}
            """;

    @TempDir
    Path dir;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void board_throughKafkaHttpAndCommands_andAfterARestart() throws Exception {
        AllInOne first = started();
        send(
                first,
                "commands",
                "b-1",
                JsonReader.parse("{\"type\":\"CreateBoard\",\"commandId\":\"c-1\","
                        + "\"boardId\":\"b-1\",\"blueprint\":" + BLUEPRINT + "}"));
        send(first, "proposals", "b-1", proposal("p-1", "one"));
        HttpApi api = serve(first);

        awaitVersion(api, "b-1", 2);
        assertThat(get(api, "/v1/boards/b-1/state").body()).isEqualTo("{\"notes\":[\"one\"]}");
        assertThat(committedTypes(first, 2)).containsExactly("BoardCreated", "PatchCommitted");

        JsonObject firstStatus = object(get(api, "/v1/boards/b-1"));
        first.close();

        AllInOne second = started();
        HttpApi secondApi = serve(second);
        awaitVersion(secondApi, "b-1", 2);
        JsonObject status = object(get(secondApi, "/v1/boards/b-1"));
        assertThat(status.get("stateHash")).isEqualTo(firstStatus.get("stateHash"));
        assertThat(status.get("lastHash")).isEqualTo(firstStatus.get("lastHash"));

        // The board goes on where it stood; a proposal id seen before counts once.
        assertThat(propose(second, "p-1", "[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"again\"}]")
                        .code())
                .isZero();
        assertThat(propose(second, "p-2", "[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"two\"}]")
                        .code())
                .isZero();
        Executed rejected = propose(second, "p-3", "[{\"op\":\"remove\",\"path\":\"/notes/0\"}]");
        assertThat(rejected.code()).isEqualTo(4);
        assertThat(rejected.out()).contains("AUTHORIZATION");
        assertThat(propose(second, "p-4", "\"no patch\"").out()).contains("SYNTAX");
        Executed garbage = propose(second, "p-5", "no json");
        assertThat(garbage.code()).isEqualTo(1);
        assertThat(garbage.err()).contains("Expected JSON");

        JsonArray log = (JsonArray)
                JsonReader.parse(get(secondApi, "/v1/boards/b-1/log").body());
        assertThat(log.stream()
                        .map(entry -> ((JsonObject) entry).get("sequence").orElseThrow()))
                .containsExactly(Json.of(1), Json.of(2), Json.of(3), Json.of(4), Json.of(5));
        assertProblems(secondApi);
    }

    @Test
    void run_ofABlueprint_isFollowedToItsEnd() throws Exception {
        AllInOne all = started();
        Path folder = Files.createDirectory(dir.resolve("hello"));
        Files.writeString(folder.resolve("blueprint.json"), BLUEPRINT.replace("== 3", "== 0"));

        Executed run = execute("run", folder.toString(), "--bootstrap-server", all.bootstrapServers(), "--json");

        assertThat(run.code()).as(run.err()).isZero();
        String[] lines = run.out().strip().split("\n");
        JsonObject summary = (JsonObject) JsonReader.parse(lines[lines.length - 1]);
        assertThat(summary.get("type")).contains(Json.of("Summary"));
        assertThat(summary.get("result")).contains(JsonArray.EMPTY);
        assertThat(summary.get("boardId").orElseThrow().toString()).startsWith("\"notes-");
    }

    @Test
    void run_ofAnInvalidBlueprint_tellsEveryErrorAndStartsNothing() throws Exception {
        Path file = Files.writeString(
                dir.resolve("bad.json"),
                BLUEPRINT.replace("patchboard/v1", "other").replace("\"add\"", "\"append\""));

        Executed run = execute("run", file.toString());

        assertThat(run.code()).isEqualTo(6);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("/apiVersion", "/workers/scribe/write");
    }

    @Test
    void run_ofABoardThatExists_isRefused() throws Exception {
        AllInOne all = started();
        Path file = Files.writeString(dir.resolve("notes.json"), BLUEPRINT.replace("== 3", "== 0"));
        String[] command = {
            "run", file.toString(), "--board", "b-1", "--bootstrap-server", all.bootstrapServers(),
        };
        assertThat(execute(command).code()).isZero();

        Executed second = execute(command);

        assertThat(second.code()).isEqualTo(4);
        assertThat(second.err()).contains("b-1", "exists");
    }

    @Test
    void directoryInUse_isRefusedByName() {
        started();

        assertThatThrownBy(() -> AllInOne.start(AllInOneConfig.on(dir.resolve("data"))))
                .isInstanceOf(BrokerStartException.class)
                .hasMessageContaining(dir.resolve("data").toString());
    }

    @Test
    void secret_isTheOwnersAlone() throws Exception {
        started();

        Path secret = dir.resolve("data").resolve("kernel.secret");
        assertThat(secret).hasSize(32);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                .isEqualTo("rw-------");
    }

    private AllInOne started() {
        AllInOne all = AllInOne.start(AllInOneConfig.on(dir.resolve("data")));
        open.add(all);
        return all;
    }

    private HttpApi serve(AllInOne all) {
        HttpApi api = HttpApi.start(0);
        open.add(api);
        api.serve(all.connection(), new AwaitedAnswers(), dir.resolve("model"));
        return api;
    }

    private void assertProblems(HttpApi api) throws Exception {
        HttpResponse<String> unknown = get(api, "/v1/boards/none");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.headers().firstValue("content-type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
        assertThat(object(unknown).get("detail").orElseThrow().toString()).contains("none");
        assertThat(get(api, "/v1/nothing").statusCode()).isEqualTo(404);
        assertThat(object(get(api, "/v1/nothing")).get("status")).contains(Json.of(404));
    }

    private void awaitVersion(HttpApi api, String board, long version) {
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(
                                object(get(api, "/v1/boards/" + board)).get("version"))
                        .contains(Json.of(version)));
    }

    private HttpResponse<String> get(HttpApi api, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(api.url() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonObject object(HttpResponse<String> response) {
        return (JsonObject) JsonReader.parse(response.body());
    }

    private static Json proposal(String id, String note) {
        return JsonReader.parse("{\"proposalId\":\"" + id + "\",\"boardId\":\"b-1\",\"worker\":\"scribe\","
                + "\"patch\":[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"" + note + "\"}]}");
    }

    private static void send(AllInOne all, String topic, String key, Json value) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", all.bootstrapServers()), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("patchboard." + topic, key, value.toString()))
                    .get();
        }
    }

    private static List<String> committedTypes(AllInOne all, int count) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers", all.bootstrapServers(),
                "group.id", "outsider",
                "auto.offset.reset", "earliest",
                "isolation.level", "read_committed");
        List<String> types = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of("patchboard.committed"));
            await().atMost(PATIENCE).until(() -> {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> types.add(type(record.value())));
                return types.size() >= count;
            });
        }
        return types;
    }

    private static String type(String json) {
        return ((JsonObject) JsonReader.parse(json))
                .get("type")
                .orElseThrow()
                .toString()
                .replace("\"", "");
    }

    private record Executed(int code, String out, String err) {}

    private Executed propose(AllInOne all, String id, String patch) throws Exception {
        Path file = Files.writeString(dir.resolve(id + ".json"), patch);
        return execute(
                "propose",
                "--board",
                "b-1",
                "--worker",
                "scribe",
                "--proposal-id",
                id,
                "--patch",
                file.toString(),
                "--bootstrap-server",
                all.bootstrapServers());
    }

    private static Executed execute(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                PatchBoard.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int code = command.execute(args);
        return new Executed(code, out.toString(), err.toString());
    }
}
