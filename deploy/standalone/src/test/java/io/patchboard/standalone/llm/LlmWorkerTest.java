package io.patchboard.standalone.llm;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import io.patchboard.gateway.llm.scripted.ChatRequest;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.crash.CommittedLog;
import io.patchboard.standalone.logging.LogbackLoggers;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A language model as a worker of a real kernel on a real broker; only the model is made up. */
final class LlmWorkerTest {

    private static final String KEY = "sk-test-9876543210";
    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: reviews
            state:
              schema:
                type: object
                required: [note]
                properties:
                  note: {type: string}
                  verdict: {type: object, required: [grade], additionalProperties: false, properties: {grade: {enum: [good, bad]}}}
              initial: {note: Kafka keeps the log.}
            workers:
              reviewer:
                instruction: Grade the note.
                read: [/note]
                write: [{op: [add], path: /verdict}]
            rules:
              - {name: review, on: {event: created}, invoke: reviewer}
            budgets: {tokens: %d}
            complete: {when: has(state.verdict), result: /verdict}
            """;
    private static final String WRONG =
            "{\"patch\":[{\"op\":\"add\",\"path\":\"/verdict\",\"value\":{\"grade\":\"ok\"}}]}";
    private static final String RIGHT =
            "{\"patch\":[{\"op\":\"add\",\"path\":\"/verdict\",\"value\":{\"grade\":\"good\"}}]}";

    @TempDir
    Path dir;

    private final ScriptedChatServer server = ScriptedChatServer.start();
    private final Queue<String> logged = new ConcurrentLinkedQueue<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            logged.add(event.getFormattedMessage()
                    + (event.getThrowableProxy() == null
                            ? ""
                            : ThrowableProxyUtil.asString(event.getThrowableProxy())));
        }
    };
    private AllInOne all;

    @BeforeEach
    void start() throws Exception {
        for (String name : List.of("io.patchboard.gateway", "io.patchboard.calls", "jdk.httpclient")) {
            logger(name).setLevel(Level.TRACE);
        }
        appender.start();
        logger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(appender);
        Files.writeString(dir.resolve("key"), KEY);
        Files.writeString(dir.resolve("workers.yaml"), """
                models:
                  fast: {provider: openai, baseUrl: "%s", model: tiny, apiKey: {file: key}, prices: {input: 1, output: 10}}
                workers:
                  reviewer: {llm: {model: fast, temperature: 0}}
                """.formatted(server.baseUrl()));
        all = AllInOne.start(AllInOneConfig.on(dir.resolve("data")));
    }

    @AfterEach
    void close() {
        all.close();
        server.close();
        logger(org.slf4j.Logger.ROOT_LOGGER_NAME).detachAppender(appender);
    }

    @Test
    void answer_rejected_nextPromptSaysWhyAndNextAnswerCommits() throws Exception {
        server.thenText(WRONG).thenText("Sorry. Here it is:\n```json\n" + RIGHT + "\n```");

        Cli run = run(100_000);

        assertThat(run.exitCode()).as(run.err()).isZero();
        List<ChatRequest> requests = server.requests();
        assertThat(requests).hasSize(2);
        assertThat(requests.get(0).user()).doesNotContain("rejections");
        assertThat(requests.get(1).user()).contains("\"rejections\":[{\"stage\":\"SCHEMA\"", "Expected one of");
        assertThat(requests.get(1).system()).isEqualTo(requests.get(0).system());

        JsonObject committed = entry("PatchCommitted");
        JsonObject usage = (JsonObject) committed.get("usage").orElseThrow();
        assertThat(usage.without("prefixHash")).isEqualTo(JsonReader.parse("""
                {"inputTokens":100,"outputTokens":20,"cost":0.0003,"model":"scripted-1",
                "repairs":["code-fence","prose"]}"""));
        assertThat(usage.get("prefixHash"))
                .as("the same in the answer before")
                .isEqualTo(((JsonObject) entry("PatchRejected").get("usage").orElseThrow()).get("prefixHash"))
                .isPresent();
        Cli replay = Cli.run("replay", "--verify", "--decide", "--bootstrap-server", all.bootstrapServers());
        assertThat(replay.exitCode()).as(replay.err()).isZero();
    }

    @Test
    void answers_overTheBudgetOfTokens_boardWaitsForAPerson() throws Exception {
        server.otherwise(request -> Reply.text(WRONG, 100, 20));

        Cli run = run(200);

        assertThat(run.exitCode()).isEqualTo(9);
        assertThat(entry("NeedsPerson").get("reason")).contains(Json.of("budget-exhausted"));
        assertThat(entry("NeedsPerson").get("detail")).contains(Json.of("tokens"));
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void endpoint_quotesTheKey_neitherInTheRecordsNorInTheLog() throws Exception {
        server.then(Reply.json(429, "{\"error\":\"Quota of " + KEY + " is used up.\"}"));
        server.otherwise(
                request -> Reply.json(401, "{\"error\":{\"message\":\"Incorrect API key provided: " + KEY + ".\"}}"));

        Cli run = run(100_000);

        assertThat(run.exitCode()).isEqualTo(9);
        assertThat(entry("PatchRejected").get("message").orElseThrow().toString())
                .contains("HTTP 401", "Incorrect API key provided: ***.");
        assertThat(log().toString() + run.out() + run.err()).doesNotContain(KEY);
        assertThat(logged)
                .as("what a model says stands in the board's log alone")
                .anyMatch(line -> line.contains("but HTTP 429: \"...\"."))
                .noneMatch(line -> line.contains("Quota") || line.contains(KEY));
        assertThat(server.requests().get(0).headers().getFirst("Authorization")).contains(KEY);
    }

    @Test
    void example_withAModel_completes() throws Exception {
        Path example = Path.of("../../examples/hello-summary");
        String workers = Files.readString(example.resolve("workers-llm.yaml"));
        Files.writeString(dir.resolve("workers.yaml"), workers.replace("http://localhost:11434/v1", server.baseUrl()));
        server.otherwise(LlmWorkerTest::summary);

        Cli run = Cli.run(
                "run",
                example.toString(),
                "--workers",
                dir.resolve("workers.yaml").toString(),
                "--bootstrap-server",
                all.bootstrapServers());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(server.requests()).hasSize(3);
        assertThat(Files.readString(Path.of("../../docs/llm.md")))
                .contains(
                        server.requests().get(0).system(),
                        server.requests().get(0).user());
    }

    @Test
    void example_withATool_countsByIt_andWritesDownWhatWasCalled() throws Exception {
        Path example = Path.of("../../examples/hello-summary");
        String workers = Files.readString(example.resolve("workers-tools.yaml"));
        Files.writeString(dir.resolve("workers.yaml"), workers.replace("http://localhost:11434/v1", server.baseUrl()));
        Files.copy(example.resolve("words.py"), dir.resolve("words.py"));
        server.otherwise(request -> request.text().contains("\"role\":\"tool\"")
                ? summary(request)
                : Reply.call("count_words", JsonObject.of("text", note(request)).toString()));

        Cli run = Cli.run(
                "run",
                example.toString(),
                "--workers",
                dir.resolve("workers.yaml").toString(),
                "--board",
                "b-1",
                "--bootstrap-server",
                all.bootstrapServers());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(server.requests())
                .hasSize(6)
                .anyMatch(request -> request.text().contains("{\\\"data\\\":{\\\"words\\\":"));
        assertThat(CommittedLog.records(all.bootstrapServers(), "patchboard.trajectories"::equals))
                .hasSize(3)
                .allSatisfy(record -> {
                    assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo("b-1");
                    assertThat(new String(record.value(), StandardCharsets.UTF_8))
                            .contains(
                                    "\"worker\":\"summarizer\"",
                                    "\"tool\":\"count_words\"",
                                    "\"outcome\":\"answered\"");
                });
        assertThat(Files.readString(Path.of("../../docs/llm.md")))
                .contains(workers.lines().skip(1).toList());
    }

    private static Reply summary(ChatRequest request) {
        String note = note(request).value();
        JsonObject value = JsonObject.builder()
                .put("words", note.split(" ").length)
                .put("sentence", note.substring(0, note.indexOf('.') + 1))
                .build();
        return Reply.text("{\"patch\":[{\"op\":\"add\",\"path\":\"/summaries/-\",\"value\":" + value + "}]}");
    }

    private static JsonString note(ChatRequest request) {
        JsonObject view = (JsonObject) JsonReader.parse(request.user());
        return (JsonString) JsonPointer.parse("/item/value").resolve(view).orElseThrow();
    }

    private Cli run(int tokens) throws Exception {
        Files.writeString(dir.resolve("blueprint.yaml"), BLUEPRINT.formatted(tokens));
        return Cli.run(
                "run",
                dir.resolve("blueprint.yaml").toString(),
                "--workers",
                dir.resolve("workers.yaml").toString(),
                "--board",
                "b-1",
                "--bootstrap-server",
                all.bootstrapServers());
    }

    private JsonArray log() {
        Cli log = Cli.run("board", "log", "b-1", "--json", "--bootstrap-server", all.bootstrapServers());
        assertThat(log.exitCode()).as(log.err()).isZero();
        return (JsonArray) JsonReader.parse("[" + String.join(",", log.lines()) + "]");
    }

    private JsonObject entry(String type) {
        for (Json entry : log()) {
            if (entry instanceof JsonObject object
                    && object.get("type").orElseThrow().equals(Json.of(type))) {
                return object;
            }
        }
        throw new AssertionError("Expected an entry " + type + ", but got " + log() + ".");
    }

    private static Logger logger(String name) {
        return LogbackLoggers.of(name);
    }
}
