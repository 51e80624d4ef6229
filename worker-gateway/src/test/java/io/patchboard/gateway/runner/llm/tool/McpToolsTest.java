package io.patchboard.gateway.runner.llm.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.config.ProgramEnvironment;
import io.patchboard.gateway.config.ProgramLimits;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.ToolLimits;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.llm.protocol.ToolCall;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.runner.CapturedLog;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.runner.mcp.McpServer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server of MCP that is a program, well behaved and not. */
final class McpToolsTest extends ToolsRig {

    private static final String TEXT = "{\"text\":\"four\"}";

    /** A busy machine takes long to start a program. */
    private static final String PATIENT = ", toolLimits: {timeout: PT5M}";

    @Test
    void callThatOnlyWaitsItsTurn_givesUpAlone() throws Exception {
        Deadline far = Deadline.in(Duration.ofMinutes(5));
        Path file = folder.resolve("file");
        JsonObject arguments = JsonObject.of("text", Json.of(file.toString()));
        try (McpServer server = McpServer.of("w", program(), List.of("echo", "until"))) {
            server.tools(far);
            FutureTask<JsonObject> first = new FutureTask<>(() -> server.call("until", arguments, "i-1", far));
            Thread.startVirtualThread(first);
            await().untilAsserted(() -> assertThat(folder.resolve("file.begun")).exists());

            assertThatThrownBy(() -> server.call("echo", arguments, "i-2", Deadline.in(Duration.ofMillis(1))))
                    .isInstanceOfSatisfying(
                            NoAnswerException.class,
                            e -> assertThat(e.isBegun()).isFalse())
                    .hasMessageContaining("other calls of its server were before it");
            FutureTask<JsonObject> givenUp = new FutureTask<>(() -> server.call("echo", arguments, "i-3", far));
            Thread waiting = Thread.startVirtualThread(givenUp);
            await().untilAsserted(() -> assertThat(waiting.getState()).isEqualTo(Thread.State.TIMED_WAITING));
            waiting.interrupt();
            assertThatThrownBy(givenUp::get).hasCauseInstanceOf(InterruptedException.class);
            Files.createFile(file);

            assertThat(first.get(5, TimeUnit.MINUTES).toString()).contains("there it is");
            assertThat(server.call("echo", arguments, "i-4", far).toString()).contains("heard");
        }
    }

    private WorkerBinding.Program program() {
        return new WorkerBinding.Program(
                List.of("python3", "server.py"),
                folder,
                Duration.ofMinutes(5),
                1,
                new ProgramEnvironment(Optional.empty(), Map.of(), Map.of()),
                ProgramLimits.NONE);
    }

    @Test
    void text_andStructuredContent_areData() throws Exception {
        Runner worker = withServer("echo, count", "");

        assertThat(shown(worker, "echo", TEXT)).isEqualTo(JsonReader.parse("{\"data\":\"heard: four\"}"));
        assertThat(shown(worker, "count", TEXT)).isEqualTo(JsonReader.parse("{\"data\":{\"n\":4}}"));
        assertThat(model.requests().get(0).at("/tools").toString()).doesNotContain("crash", "\"lie\"");
    }

    @Test
    void prefix_standsBeforeTheNames() throws Exception {
        Runner worker = worker(
                "tools: [{mcp: {command: [python3, server.py], allow: [echo], prefix: docs_}}, {mcp: {command: [python3, server.py], allow: [echo]}}]");

        assertThat(shown(worker, "docs_echo", TEXT)).isEqualTo(JsonReader.parse("{\"data\":\"heard: four\"}"));
    }

    @ParameterizedTest
    @CsvSource({
        "lie, does not fit its own schema, invalid",
        "refuse, it says: not today, refused",
        "crash, exited with code 3, bug",
        "flood, wrote 10000 messages, invalid",
        "noise, longer than can be read, invalid",
        "garbage, no message of JSON-RPC, invalid",
        "pester, more of its client than 100 requests, invalid",
        "pry, more of its client than 100 requests, invalid",
        "unread, refused tools/call: \"what?\", refused"
    })
    void misbehaviour_hasOneOutcome_andTheNextCallGoesWell(String tool, String said, String outcome) throws Exception {
        Runner worker = withServer("echo, " + tool, PATIENT);

        JsonObject shown = shown(worker, tool, TEXT);

        assertThat(text(shown, "error"))
                .contains("Expected a result of " + tool, said)
                .doesNotContain(KEY);
        assertThat(trajectories.get(0).calls().get(0).outcome()).isEqualTo(outcome);
        assertThat(shown(worker, "echo", TEXT)).isEqualTo(JsonReader.parse("{\"data\":\"heard: four\"}"));
    }

    @Test
    void callThatHangs_isATimeout_andTheNextCallGoesWell() throws Exception {
        Deadline far = Deadline.in(Duration.ofMinutes(5));
        try (McpServer server = McpServer.of("w", program(), List.of("echo", "hang"))) {
            JsonObject definition = server.tools(far).get("hang");
            CheckedTool tool = new CheckedTool(
                    new McpTool("hang", definition, "", server, Redaction.NONE, Optional.empty()), ToolLimits.DEFAULT);

            ToolOutcome outcome = tool.call(new ToolCall("", "hang", TEXT), "i-1", Deadline.in(Duration.ofMillis(1)));

            assertThat(outcome.shown()).contains("Expected a result of hang", "did not answer in time");
            assertThat(outcome.call().outcome()).isEqualTo("timeout");
            assertThat(server.call("echo", (JsonObject) JsonReader.parse(TEXT), "i-2", far)
                            .toString())
                    .contains("heard");
        }
    }

    @Test
    void sampling_isRefusedToTheServer_andTheCallGoesOn() throws Exception {
        assertThat(text(shown(withServer("ask", ""), "ask", TEXT), "data"))
                .isEqualTo("was told: This client offers no sampling/createMessage: it only calls tools.");
    }

    @Test
    void toolThatChanges_isNotCalledAnyMore_andOthersAre() throws Exception {
        Runner worker = withServer("echo, change, count", "");

        shown(worker, "change", TEXT);

        assertThat(text(shown(worker, "echo", TEXT), "error")).contains("changed or removed the tool");
        assertThat(shown(worker, "count", TEXT).has("data")).isTrue();
    }

    @Test
    void longResult_isCut_andSaysSo() throws Exception {
        JsonObject shown = shown(withServer("long", ", toolLimits: {resultChars: 500}"), "long", TEXT);

        assertThat(text(shown, "data")).hasSize(500);
        assertThat(text(shown, "cut")).isEqualTo("the first 500 of 100000 characters");
        assertThat(trajectories.get(0).toJson().toString()).contains("\"resultBytes\":100002");
    }

    @Test
    void secretInAResult_isNotShown() throws Exception {
        assertThat(text(shown(withServer("leak", ""), "leak", TEXT), "data")).isEqualTo("the key is ***");
    }

    @Test
    void contents_areWrittenDown_whereTheFileSaysSo_withoutSecrets_andCut() throws Exception {
        Runner worker = withServer("leak, long", ", trajectory: contents, toolLimits: {resultChars: 500}");
        shown(worker, "leak", TEXT);
        shown(worker, "long", TEXT);

        JsonObject leaked = call(0);
        assertThat(text(leaked, "arguments")).isEqualTo(TEXT);
        assertThat(text(leaked, "shown")).isEqualTo("{\"data\":\"the key is ***\"}");
        assertThat(text(call(1), "shown"))
                .startsWith("{\"data\":\"zzz")
                .endsWith("\"cut\":\"the first 500 of 100000 characters\"}");
        assertThat(text(call(1), "resultHash")).hasSize(64);
    }

    @Test
    void contents_areLeftOut_whereOneRecordCannotHaveThemAll() throws Exception {
        Runner worker = withServer("long", ", trajectory: contents, toolLimits: {resultChars: 90000}");
        model.then(Reply.call("long", TEXT), Reply.call("long", TEXT), Reply.text(DONE));

        answer(worker);

        JsonArray calls = (JsonArray) trajectories.get(0).toJson().get("calls").orElseThrow();
        assertThat(((JsonObject) calls.get(0)).has("shown")).isTrue();
        assertThat(((JsonObject) calls.get(1)).has("shown")).isFalse();
    }

    private JsonObject call(int answer) {
        JsonObject record = trajectories.get(answer).toJson();
        return (JsonObject) ((JsonArray) record.get("calls").orElseThrow()).get(0);
    }

    @Test
    void toolsThatWereNeverCalled_areListedAtTheEnd() throws Exception {
        Runner worker = withServer("echo, count, long", "");
        shown(worker, "count", TEXT);

        try (CapturedLog log = new CapturedLog()) {
            worker.close();

            assertThat(log.lines())
                    .anySatisfy(line -> assertThat(line)
                            .contains("Worker extractor was offered tools that it never called", "[echo, long]"));
        }
    }

    @Test
    void toolThatMayDestroySomething_andIsNotAmongEffects_isWarnedOf() throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            withServer("echo, refuse", "");

            assertThat(log.lines())
                    .filteredOn(line -> line.contains("destructiveHint"))
                    .singleElement()
                    .satisfies(line ->
                            assertThat(line).contains("its tool refuse", "worker extractor", "effects: [refuse]"));
        }
    }

    @Test
    void key_isTold() throws Exception {
        assertThat(text(shown(withServer("key", ""), "key", TEXT), "data")).isEqualTo("i-1");
    }

    @ParameterizedTest
    @CsvSource({
        "old, PT5M, speaks revision \"1999-01-01\"",
        "mute, PT1S, did not answer in time",
        "well, PT5M, no tools called [fly]",
    })
    void serverOfNoUse_keepsTheGatewayFromStarting(String how, String timeout, String said) {
        assertThatThrownBy(() -> worker("tools: [{mcp: {command: [python3, server.py, " + how
                        + "], allow: [fly]}}], toolLimits: {timeout: " + timeout + "}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("worker extractor", "server.py", said);
    }

    /** Ends its list with an empty cursor; knows no notifications; sends arrays of messages, as of 2025-03-26. */
    @ParameterizedTest
    @ValueSource(strings = {"blank", "curt", "batch"})
    void oddServer_isUnderstood(String how) throws Exception {
        Runner worker = worker("tools: [{mcp: {command: [python3, server.py, " + how + "], allow: [echo]}}]");

        assertThat(shown(worker, "echo", TEXT)).isEqualTo(JsonReader.parse("{\"data\":\"heard: four\"}"));
    }

    @Test
    void programThatIsNotThere_keepsTheGatewayFromStarting() {
        assertThatThrownBy(() -> worker("tools: [{mcp: {command: [no-such-program], allow: [fly]}}]"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("cannot be started", "no-such-program");
    }

    @Test
    void sameNameTwice_isRefused() {
        assertThatThrownBy(
                        () -> worker(
                                "tools: [{mcp: {command: [python3, server.py], allow: [echo]}}, {mcp: {command: [python3, server.py], allow: [echo]}}]"))
                .hasMessageContainingAll("\"echo\"", "a prefix");
    }
}
