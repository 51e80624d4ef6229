package io.patchboard.gateway.runner.llm.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Tool;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tools that a workers file describes itself: programs and endpoints. */
final class OwnToolsTest extends ToolsRig {

    private static final String DESCRIBED =
            "name: %s, description: Helps., input: {type: object}, output: {type: object, required: [ok]}";

    private Runner program(String body) throws Exception {
        Files.writeString(
                folder.resolve("tool.py"),
                "import json, os, sys, time\ncall = json.loads(sys.stdin.readline())\n" + body);
        return worker("tools: [{process: [python3, tool.py], env: {KEY: {file: key}}, " + DESCRIBED.formatted("help")
                + "}], toolLimits: {timeout: " + (body.contains("sleep") ? "PT3S" : "PT5M") + "}");
    }

    @Test
    void program_isGivenArgumentsAndKey() throws Exception {
        Runner worker = program("print(json.dumps({'result': {'ok': call}}))");

        assertThat(shown(worker, "help", "{\"a\":1}"))
                .isEqualTo(
                        JsonReader.parse("{\"data\":{\"ok\":{\"arguments\":{\"a\":1},\"idempotencyKey\":\"i-1\"}}}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "print(json.dumps({'error': 'no ' + os.environ['KEY']})) | it says: no *** | refused",
                "print('hello') | wrote neither | invalid",
                "print(json.dumps({'result': 7})) | own schema | invalid",
                "sys.exit(4) | exited with code 4 | bug",
                "time.sleep(3600) | did not answer in time | timeout",
                "sys.stdout.write('y' * 20000000) | longer than can be read | invalid"
            })
    void program_thatMisbehaves_hasOneOutcome(String body, String said, String outcome) throws Exception {
        JsonObject shown = shown(program(body), "help", "{}");

        assertThat(text(shown, "error")).contains(said).doesNotContain(KEY);
        assertThat(trajectories.get(0).calls().get(0).outcome()).isEqualTo(outcome);
    }

    @Test
    void program_thatIsMissing_isToldAtTheStart() {
        assertThatThrownBy(() -> worker("tools: [{process: [no-such-tool], " + DESCRIBED.formatted("help") + "}]"))
                .hasMessageContaining("Expected to find the program of tool help of worker extractor, but there is no"
                        + " no-such-tool that may be run in the folders of PATH. Install it");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{http: 'http://localhost:1/x', DESCRIBED} | true",
                "{http: 'http://localhost:1/x', egress: true, DESCRIBED} | true",
                "{http: 'http://localhost:1/x', egress: false, DESCRIBED} | false",
                "{process: [python3, tool.py], DESCRIBED} | false",
                "{process: [python3, tool.py], egress: true, DESCRIBED} | true",
                "{mcp: {command: [python3, server.py], env: {KEY: {file: key}}, allow: [echo]}} | false",
                "{mcp: {command: [python3, server.py], env: {KEY: {file: key}}, allow: [echo], egress: true}} | true",
                "{mcp: {command: [python3, server.py], env: {KEY: {file: key}}, allow: [echo, count]}} | true",
                "{mcp: {command: [python3, server.py], env: {KEY: {file: key}}, allow: [count], egress: false}} | false",
                "{java: own/help} | false",
                "{java: own/help, egress: true} | true",
                "{java: own/tell} | true"
            })
    void toolThatReachesOutside_isNotForWhoMayNot(String tool, boolean refused) throws Exception {
        provide("own", Map.of("help", new Told(false), "tell", new Told(true)));
        Runner worker = worker("tools: [" + tool.replace("DESCRIBED", DESCRIBED.formatted("help")) + "]");
        Invocation outside = invocation("i-1", "\"item\":{}");
        Invocation inside = new Invocation(
                new LogEntry(outside.entry().header(), outside.invoked().reaching(false)));
        model.otherwise(request -> Reply.text(DONE));

        Answer answer = answer(worker, inside);

        assertThat(answer.isFailed()).isEqualTo(refused);
        if (refused) {
            assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.REFUSED);
            assertThat(answer.failure().orElseThrow().message())
                    .contains("Expected egress: true of worker extractor in the blueprint")
                    .containsPattern("\\[(own/)?(help|tell|echo|count)\\] reach outside");
        }
        assertThat(answer(worker, outside).isFailed()).isFalse();
    }

    /** A tool that says itself whether it reaches outside. */
    private record Told(boolean hasEgress) implements Tool {

        @Override
        public String description() {
            return "Tells.";
        }

        @Override
        public JsonObject input() {
            return JsonObject.of("type", Json.of("object"));
        }

        @Override
        public Json call(JsonObject arguments, String idempotencyKey) {
            return Json.of(true);
        }
    }

    @Test
    void endpoint_isPostedArgumentsAndKey() throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                asked.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8) + " "
                        + exchange.getRequestHeaders().getFirst("Idempotency-Key") + " "
                        + exchange.getRequestHeaders().getFirst("X-Api-Key"));
                byte[] body = ("{\"ok\":\"" + KEY + "\"}").getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        Runner worker = worker(
                "tools: [{http: \"http://127.0.0.1:" + server.getAddress().getPort()
                        + "/\", headers: {X-Api-Key: {file: key}}, " + DESCRIBED.formatted("help") + "}]");

        assertThat(text(shown(worker, "help", "{\"a\":1}"), "data")).isEqualTo("{\"ok\":\"***\"}");

        assertThat(asked).containsExactly("{\"a\":1} i-1 " + KEY);
        server.stop(0);
        assertThat(text(shown(worker, "help", "{}"), "error")).contains("no response");
    }

    @Test
    void moreToolsThanAModelCanChooseFrom_areRefused() throws Exception {
        assertThat(worker(tools(40, "", ""))).isNotNull();
        assertThatThrownBy(() -> worker(tools(41, "", "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("at most 40 tools of worker extractor", "there are 41");
    }

    @Test
    void toolsThatTakeMoreThanATenthOfTheWindow_areRefused() throws Exception {
        String long_ = "word ".repeat(200);

        assertThat(worker(tools(1, long_, ", toolLimits: {window: 4000}"))).isNotNull();
        assertThatThrownBy(() -> worker(tools(2, long_, ", toolLimits: {window: 4000}")))
                .hasMessageContainingAll("at most 10 %", "4000 tokens", "(17 %)");
    }

    private static String tools(int count, String description, String more) {
        StringBuilder tools = new StringBuilder("tools: [");
        for (int i = 0; i < count; i++) {
            tools.append(i == 0 ? "" : ", ")
                    .append("{http: \"http://127.0.0.1:9/\", name: t")
                    .append(i)
                    .append(", description: \"D ")
                    .append(description)
                    .append("\", input: {type: object}}");
        }
        return tools + "]" + more;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tools: [] | a list of tools",
                "tools: [{}] | [http, java, mcp, process]",
                "tools: [{mcp: {allow: [a]}}] | either a command or a url",
                "tools: [{mcp: {command: [a]}}] | the server's tools that may be called",
                "tools: [{mcp: {command: [a], allow: [a], headers: {}}}] | got \"headers\"",
                "tools: [{process: [a], name: t, description: d}] | a JSON Schema of the tool's arguments",
                "tools: [{process: [a], name: t, input: {}}] | what the tool does",
                "tools: [{http: ftp, name: t, description: d, input: {}}] | a URL that begins with",
                "tools: [{java: Thing}] | <provider>/<tool>",
                "toolLimits: {calls: 0} | an integer from 1",
                "tools: [{java: test/gone}] | there are only []",
                "tools: [{process: [python3], name: a b, description: d, input: {}}] | 1 to 64 letters",
                "tools: [{process: [python3], name: a, description: d, input: {type: 7}}] | that can be checked"
            })
    void mistakesInTheFile_areTold(String tools, String said) {
        assertThatThrownBy(() -> worker(tools)).hasMessageContaining(said);
    }
}
