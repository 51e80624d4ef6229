package io.patchboard.gateway.runner.llm.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.record.ContractLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server of MCP over streamable HTTP. */
final class McpOverHttpTest extends ToolsRig {

    private static final String TEXT = "{\"text\":\"four\"}";
    private static final String RESULT = "{\"content\":[{\"type\":\"text\",\"text\":\"heard\"}]}";

    private final List<String> sessions = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch ending = new CountDownLatch(1);
    private HttpServer server;
    private volatile String how = "json";
    private volatile String session = "s-1";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", this::serve);
        server.start();
    }

    @AfterEach
    void stop() {
        ending.countDown();
        server.stop(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonObject message = (JsonObject)
                    JsonReader.parse(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            String method = ((JsonString) message.get("method").orElseThrow()).value();
            asked.add(method + " " + exchange.getRequestHeaders().getFirst("MCP-Protocol-Version") + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            String told = String.valueOf(exchange.getRequestHeaders().getFirst("Mcp-Session-Id"));
            sessions.add(told);
            if (!message.has("id")) {
                exchange.sendResponseHeaders(202, -1);
            } else if (method.equals("initialize")) {
                exchange.getResponseHeaders().set("Mcp-Session-Id", session);
                reply(exchange, message, "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}");
            } else if (!session.isEmpty() && !told.equals(session)) {
                exchange.sendResponseHeaders(404, -1);
            } else if (method.equals("tools/list")) {
                reply(
                        exchange,
                        message,
                        "{\"tools\":[{\"name\":\"a.b\",\"title\":\"Hears.\",\"inputSchema\":{\"type\":\"object\"}}]}");
            } else {
                call(exchange, message);
            }
        }
    }

    private void call(HttpExchange exchange, JsonObject message) throws IOException {
        String id = message.get("id").orElseThrow().toString();
        switch (how) {
            case "json" -> reply(exchange, message, RESULT);
            case "stream" ->
                send(
                        exchange,
                        "text/event-stream",
                        ": hello\n\n"
                                + "id: 0/1\n"
                                + "retry: 3000\n"
                                + "data: \n\n"
                                + "event: message\n"
                                + "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}\n\n"
                                + "data: {\"jsonrpc\":\"2.0\",\"id\":" + id + ",\ndata: \"result\":" + RESULT
                                + "}\n\n");
            case "batch" ->
                send(
                        exchange,
                        "application/json",
                        "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}},"
                                + "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + RESULT + "}]");
            case "changed" ->
                send(
                        exchange,
                        "application/json",
                        "[{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + RESULT + "},"
                                + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}]");
            case "batches" ->
                stayOpen(
                        exchange,
                        "data: [{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}]\n\n"
                                + "data: [{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"},"
                                + "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + RESULT + "}]\n\n");
            case "loud" ->
                send(
                        exchange,
                        "Text/Event-Stream; charset=UTF-8",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + RESULT + "}\n\n");
            case "open" ->
                stayOpen(
                        exchange,
                        "data: {\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}\r\n\r\n"
                                + "data: {\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + RESULT + "}\r\n\r\n");
            case "insist" ->
                stayOpen(exchange, "data: {\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"roots/list\"}\n\n");
            case "ask" ->
                send(
                        exchange,
                        "text/event-stream",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"sampling/createMessage\"}\n\n");
            case "long" -> send(exchange, "text/event-stream", "data: " + "x".repeat(ContractLimits.MAX_READ_BYTES));
            case "error" ->
                send(
                        exchange,
                        "application/json",
                        "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32602,\"message\":\"no " + KEY
                                + "\"}}");
            case "other" -> send(exchange, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":{}}");
            case "unread" ->
                send(
                        exchange,
                        "application/json",
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"what?\"}}");
            case "html" -> send(exchange, "text/html", "<h1>" + KEY + "</h1>");
            case "forget" -> exchange.sendResponseHeaders(404, -1);
            case "redirect" -> {
                exchange.getResponseHeaders().set("Location", "/mcp");
                exchange.sendResponseHeaders(307, -1);
            }
            default -> throw new IOException("hangs up");
        }
    }

    private void stayOpen(HttpExchange exchange, String events) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write(events.getBytes(StandardCharsets.UTF_8));
        while (ending.getCount() > 0) { // until the client hangs up
            exchange.getResponseBody().write(":\n\n".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        }
    }

    private static void reply(HttpExchange exchange, JsonObject message, String result) throws IOException {
        send(
                exchange,
                "application/json",
                "{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id").orElseThrow() + ",\"result\":" + result + "}");
    }

    private static void send(HttpExchange exchange, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private Runner worker() throws Exception {
        return worker("tools: [{mcp: {url: \"http://127.0.0.1:"
                + server.getAddress().getPort() + "/mcp\", allow: [a.b], headers: {Authorization: {file: key}}}}]");
    }

    @ParameterizedTest
    @CsvSource({"json", "stream", "loud", "open", "batch", "batches"})
    void call_answeredEitherWay(String way) throws Exception {
        Runner worker = worker();
        how = way;

        assertThat(shown(worker, "a_b", TEXT)).isEqualTo(JsonReader.parse("{\"data\":\"heard\"}"));

        assertThat(sessions).containsExactly("null", "s-1", "s-1", "s-1");
        assertThat(asked)
                .containsExactly(
                        "initialize null " + KEY,
                        "notifications/initialized 2025-06-18 " + KEY,
                        "tools/list 2025-06-18 " + KEY,
                        "tools/call 2025-06-18 " + KEY);
        assertThat(model.requests().get(0).at("/tools/0/function/description")).isEqualTo(Json.of("Hears."));
    }

    @ParameterizedTest
    @CsvSource({
        "ask, wants \"sampling/createMessage\"; invalid",
        "insist, wants \"roots/list\"; invalid",
        "long, its answer is longer than can be read; invalid",
        "error, refused tools/call: \"no ***\"; refused",
        "other, something else than it was asked; invalid",
        "unread, refused tools/call: \"what?\"; refused",
        "html, no JSON; invalid",
        "redirect, status 307; refused",
        "hangUp, no response; outage"
    })
    void misbehaviour_hasOneOutcome_andTheNextCallGoesWell(String way, String saidAndOutcome) throws Exception {
        Runner worker = worker();
        how = way;

        JsonObject shown = shown(worker, "a_b", TEXT);

        String[] expected = saidAndOutcome.split("; ");
        assertThat(text(shown, "error")).contains(expected[0]).doesNotContain(KEY);
        assertThat(trajectories.get(0).calls().get(0).outcome()).isEqualTo(expected[1]);
        how = "json";
        assertThat(shown(worker, "a_b", TEXT).has("data")).isTrue();
    }

    @Test
    void serverThatForgotItsSession_isGivenANewOne() throws Exception {
        Runner worker = worker();
        session = "s-2";

        assertThat(shown(worker, "a_b", TEXT).has("data")).isTrue();
        assertThat(sessions).containsExactly("null", "s-1", "s-1", "s-1", "null", "s-2", "s-2", "s-2");
    }

    @Test
    void sessionThatEndedBeforeALookAtTheTools_isBegunAnew() throws Exception {
        Runner worker = worker();
        how = "changed";
        assertThat(shown(worker, "a_b", TEXT).has("data")).isTrue();
        session = "s-2";
        how = "json";

        assertThat(shown(worker, "a_b", TEXT).has("data")).isTrue();
    }

    @Test
    void notFoundOfAServerWithoutSessions_isTold_andNotAskedAgain() throws Exception {
        session = "";
        Runner worker = worker();
        how = "forget";

        assertThat(text(shown(worker, "a_b", TEXT), "error")).contains("status 404");
        assertThat(asked).filteredOn(method -> method.startsWith("tools/call")).hasSize(1);
    }

    @Test
    void serverThatForgetsEachSession_isGivenOneNewOne() throws Exception {
        Runner worker = worker();
        how = "forget";

        assertThat(text(shown(worker, "a_b", TEXT), "error")).contains("status 404");
        assertThat(asked).filteredOn(method -> method.startsWith("tools/call")).hasSize(2);
    }

    @Test
    void nobodyListens_keepsTheGatewayFromStarting() {
        server.stop(0);

        assertThatThrownBy(this::worker)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("http://127.0.0.1", "no response");
    }
}
