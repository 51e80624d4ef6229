package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogSource;
import io.patchboard.gateway.Gateway;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.PatchBuilder;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.run.AllInOneConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is sealed is read by workers and by nobody else; erased, it is in no file, and all else goes on. */
class ErasureTest extends ApiRig {

    private static final String NAME = "Augusta Ada Zyxwv";
    private static final String FINDING = "a finding that is nobodys business";

    private static final String BLUEPRINT = """
            {"apiVersion": "patchboard/v1", "name": "visits",
             "input": {"type": "object", "properties": {"name": {"$sealed": {"type": "string", "maxLength": 40}}}},
             "state": {"schema": {"type": "object", "properties": {
                         "name": {"$sealed": {"type": "string", "maxLength": 40}},
                         "finding": {"$sealed": {"type": "string"}}}},
                       "initial": {"name": {"$input": "/name"}}},
             "workers": {
               "nurse": {"queue": "nurses", "read": ["/name"], "write": [{"op": ["test"], "path": "/name"},
                         {"op": ["add"], "path": "/finding"}]},
               "doctor": {"queue": "DOCTORS", "read": ["/name", "/finding"], "write": [{"op": ["add"], "path": "/seen"}]}},
             "rules": [{"name": "ask", "on": {"event": "created"}, "invoke": "nurse"},
                       {"name": "tell", "on": {"op": ["add"], "path": "/finding"}, "invoke": "doctor"}],
             "complete": {"when": "has(state.seen)"}}""";

    private Path dataDir;

    @Override
    AllInOneConfig config(Path dir) {
        dataDir = dir;
        return super.config(dir);
    }

    private static String creation(String board, String name) {
        return "{\"boardId\":\"" + board + "\",\"blueprint\":" + BLUEPRINT.replace("DOCTORS", board)
                + ",\"input\":{\"name\":" + name + "}}";
    }

    private static String unsealed(String subject, String value) {
        return "{\"$unsealed\":{\"subject\":\"" + subject + "\",\"value\":\"" + value + "\"}}";
    }

    /** It leaves the name as it was shown, and adds something about the same subject. */
    private static Answer nurse(Invocation invocation) {
        Json name = invocation.field("/name").orElseThrow();
        String subject = name.toString().contains("patient-13") ? "patient-13" : "patient-12";
        if (!name.equals(JsonReader.parse(unsealed(subject, NAME)))) {
            return Answer.failed("Expected an open name, but got " + name + ".");
        }
        return Answer.of(new PatchBuilder()
                .test("/name", name)
                .add("/finding", JsonReader.parse(unsealed(subject, FINDING)))
                .build());
    }

    private Gateway gateway() {
        return Gateway.start(GatewayConfig.builder(
                        all.connection(), Map.of("nurse", new WorkerBinding.Given(ErasureTest::nurse, PATIENCE)))
                .queues(List.of("nurses"))
                .groupId("nurses")
                .build());
    }

    /** A board that a nurse has worked on, and what is lent to a doctor then. */
    private JsonObject visited(String board, String subject) throws Exception {
        RunningApi.Answer created = api.post("/v1/boards", creation(board, unsealed(subject, NAME)));
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        assertThat(created.text()).doesNotContain(NAME);
        try (Gateway nurses = gateway()) {
            return poll(board, "{\"wait\":\"PT60S\"}");
        }
    }

    @Test
    void workersSeeWhatIsSealed_andNobodyElse() throws Exception {
        JsonObject lent = visited("visit-open", "patient-13");

        assertThat(lent.get("view").orElseThrow().toString()).contains(unsealed("patient-13", NAME), FINDING);
        assertThat(api.get("/v1/boards/visit-open/state").text())
                .contains("$sealed", "patient-13")
                .doesNotContain(NAME, FINDING);
        assertThat(api.get("/v1/boards/visit-open/log").text())
                .contains("$sealed")
                .doesNotContain(NAME, FINDING);
        assertThat(cli("board", "state", "visit-open").out())
                .contains("$sealed")
                .doesNotContain(NAME, FINDING);
    }

    @Test
    void plainOrMisplacedValue_isRefusedBeforeItIsSent_andNotRepeated() throws Exception {
        RunningApi.Answer plain = api.post("/v1/boards", creation("visit-plain", "\"" + NAME + "\""));
        RunningApi.Answer wrong = api.post(
                "/v1/boards", creation("visit-plain", unsealed("patient-13", NAME + " and a name that is too long")));
        RunningApi.Answer unnamed = api.post("/v1/boards", creation("visit-plain", unsealed("no subject", NAME)));

        for (RunningApi.Answer refused : List.of(plain, wrong, unnamed)) {
            assertProblem(refused, 422);
            assertThat(refused.text()).contains("urn:patchboard:problem:seal").doesNotContain(NAME);
        }
        await().atMost(Duration.ofMinutes(2)) // 503 until the logs are read
                .until(() -> api.get("/v1/boards/visit-plain").status() == 404);
        assertThat(files(NAME)).isEmpty();
    }

    @Test
    void answerOfWhoPolls_isHeldToWhatHeWasShown() throws Exception {
        String finding = "a finding that was not marked";
        JsonObject lent = lentToANurse("visit-polled", "patient-13");
        RunningApi.Answer plain =
                api.post(answerPath(lent), "[{\"op\":\"add\",\"path\":\"/finding\",\"value\":\"" + finding + "\"}]");
        assertProblem(plain, 422);
        assertThat(plain.text()).contains("urn:patchboard:problem:seal").doesNotContain(finding);
        assertThat(files(finding)).isEmpty();

        assertTaken(lent, nurse(unsealed("patient-13", NAME), unsealed("patient-13", FINDING)));
    }

    @Tag("long")
    @Test
    void answerToWhatWasShownBeforeAnErasure_bringsNothingBack() throws Exception {
        JsonObject lent = lentToANurse("visit-erased", "patient-15");
        assertThat(cli("erase", "--subject", "patient-15", "--reason", "asked").exitCode())
                .isZero();

        assertTaken(lent, nurse(unsealed("patient-15", NAME), unsealed("patient-16", FINDING)));

        assertThat(keysOf("patient-15")).isEmpty();
        assertThat(poll("visit-erased", "{\"wait\":\"PT60S\"}").toString())
                .contains("$erased", FINDING)
                .doesNotContain(NAME);
    }

    private JsonObject lentToANurse(String board, String subject) throws Exception {
        String created = creation(board, unsealed(subject, NAME)).replace("\"nurses\"", "\"of-" + board + "\"");
        assertThat(api.post("/v1/boards", created).status()).isEqualTo(201);
        return poll("of-" + board, "{\"wait\":\"PT60S\"}");
    }

    private static String nurse(String name, String finding) {
        return "[{\"op\":\"test\",\"path\":\"/name\",\"value\":" + name
                + "},{\"op\":\"add\",\"path\":\"/finding\",\"value\":" + finding + "}]";
    }

    private void assertTaken(JsonObject lent, String answer) throws Exception {
        RunningApi.Answer taken = api.post(answerPath(lent), answer);
        assertThat(taken.status()).as(taken.text()).isEqualTo(200);
    }

    @Test
    void whoSignsOrWritesToKafka_sealsBefore() throws Exception {
        Cli sealed = cli("seal", "--board", "visit-own", "--subject", "patient-13", "--value", "\"" + NAME + "\"");
        assertThat(sealed.exitCode()).as(sealed.err()).isZero();
        assertThat(sealed.out()).doesNotContain(NAME);

        assertThat(api.post("/v1/boards", creation("visit-own", sealed.out())).status())
                .isEqualTo(201);
        RunningApi.Answer elsewhere = api.post("/v1/boards", creation("visit-elsewhere", sealed.out()));
        assertThat(elsewhere.status()).isEqualTo(422);
        assertThat(elsewhere.text()).contains("sealed for board visit-elsewhere", "of board visit-own");
        assertThat(cli("seal", "--board", "b", "--subject", "two words", "--value", "7")
                        .err())
                .contains("Expected what is to be sealed");
    }

    @Tag("long")
    @Test
    void erased_isInNoFileAnyMore_andAllElseGoesOn() throws Exception {
        JsonObject lent = visited("visit-12", "patient-12");
        assertThat(lent.toString()).contains(NAME, FINDING);
        assertThat(api.post(answerPath(lent), "[{\"op\":\"add\",\"path\":\"/seen\",\"value\":true}]")
                        .status())
                .isEqualTo(200);
        fork("visit-fork");
        List<String> keys = keysOf("patient-12");
        assertThat(keys).hasSize(2);
        assertThat(keys).allSatisfy(key -> assertThat(files(key)).isNotEmpty());
        assertThat(files("\"subject\":\"patient-12\"")).isNotEmpty();

        Cli erased = cli("erase", "--subject", "patient-12", "--reason", "asked to be forgotten", "--by", "ada");

        assertThat(erased.exitCode()).as(erased.toString()).isZero();
        assertThat(erased.out()).contains("destroyed 2 keys about patient-12, of 1 board: visit-12");
        assertThat(keysOf("patient-12")).isEmpty();
        keys.forEach(key -> await("its file is deleted")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(files(key)).isEmpty()));
        assertThat(files(NAME)).isEmpty();
        assertThat(files(FINDING)).isEmpty();

        String said = "{\"subject\":\"patient-12\",\"by\":\"ada\",\"at\":";
        for (String board : List.of("visit-12", "visit-fork")) {
            assertThat(api.get("/v1/boards/" + board).text())
                    .contains("\"erased\":[" + said, "\"reason\":\"asked to be forgotten\"");
            assertThat(cli("board", "show", board).out())
                    .contains("erased         what was sealed about patient-12, by ada at ", "asked to be forgotten");
        }
        Cli replay = cli("replay", "--verify", "--decide");
        assertThat(replay.exitCode()).as(replay.toString()).isZero();
        assertThat(audited("visit-12")).contains("ok 1 board");
        assertThat(cli("board", "state", "visit-12", "--version", "1").out()).contains("$sealed");
        fork("visit-again", "--at", "2");
        assertThat(poll("visit-12", "{\"wait\":\"PT60S\"}").toString())
                .contains("$erased", "asked to be forgotten")
                .doesNotContain(NAME);
        assertThat(cli("erase", "--subject", "patient-12", "--reason", "again").out())
                .contains("there is no key about patient-12 to destroy");
    }

    /** What the program that audits logs without PatchBoard says of an archived board. */
    private String audited(String board) throws Exception {
        Path archive = dataDir.resolve("archive");
        Cli archived = cli("archive", "--to", archive.toString());
        assertThat(archived.exitCode()).as(archived.toString()).isZero();
        Path file = archive.resolve(board + ".jsonl");
        assertThat(Files.readString(file)).contains("$sealed").doesNotContain(NAME, FINDING);
        Process audit = new ProcessBuilder(
                        "python3", Path.of("..", "audit", "audit.py").toString())
                .redirectInput(file.toFile())
                .redirectErrorStream(true)
                .start();
        return new String(audit.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private void fork(String name, String... more) {
        List<String> args = new ArrayList<>(List.of("board", "fork", "visit-12", "--as", name, "--reason", "a try"));
        args.addAll(List.of(more));
        Cli done = cli(args.toArray(String[]::new));
        assertThat(done.exitCode()).as(done.toString()).isZero();
    }

    private List<String> keysOf(String subject) {
        KafkaConnection connection = all.connection();
        List<String> keys = new ArrayList<>();
        try (LogSource source =
                LogSource.openTopics(connection, Set.of(connection.topics().keys()))) {
            source.markEnd();
            while (source.left().missing() > 0) {
                source.poll(Duration.ofMillis(100)).forEach(record -> {
                    JsonObject entry =
                            (JsonObject) JsonReader.parse(new String(record.value(), StandardCharsets.UTF_8));
                    if (entry.toString().contains("\"" + subject + "\"")) {
                        entry.get("key")
                                .ifPresent(key -> keys.add(key.toString().replace("\"", "")));
                    }
                });
            }
        }
        return keys;
    }

    /** Those of the server's that have a text in them. They come and go meanwhile. */
    private List<Path> files(String text) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path root : List.of(dataDir, api.blobDir().getParent())) {
            List<Path> all;
            try (Stream<Path> walk = Files.find(root, 20, (file, about) -> about.isRegularFile())) {
                all = walk.toList();
            }
            for (Path file : all) {
                try {
                    if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text)) {
                        found.add(file);
                    }
                } catch (NoSuchFileException e) {
                    // It is gone, so it has nothing.
                }
            }
        }
        return found;
    }
}
