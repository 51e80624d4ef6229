package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A client of the Model Context Protocol over HTTP that judges all that it is told. */
final class McpConversation {

    private static final McpMessages MESSAGES = new McpMessages();

    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicInteger ids = new AtomicInteger();
    private final String url;
    private final Optional<String> token;
    private Optional<String> session = Optional.empty();

    /** @param url of the server, with a query if there is to be one */
    McpConversation(String url, Optional<String> token) {
        this.url = url;
        this.token = token;
    }

    static McpConversation with(String url) {
        return new McpConversation(url + "/mcp", Optional.empty());
    }

    /** From now on of revision 2025-11-25. */
    McpConversation introduced() throws Exception {
        HttpResponse<String> answer = send(message("initialize", """
                {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}"""));
        session = answer.headers().firstValue("Mcp-Session-Id");
        JsonNode message = MESSAGES.requireAnswer(
                McpMessages.WITH_SESSIONS, "initialize", McpMessages.JSON.readTree(answer.body()));
        assertThat(message.at("/result/protocolVersion").asText()).isEqualTo("2025-11-25");
        assertThat(send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                        .statusCode())
                .isEqualTo(202);
        return this;
    }

    JsonNode tool(String name, String arguments) throws Exception {
        JsonNode answer = ask("tools/call", "{\"name\":\"" + name + "\",\"arguments\":" + arguments + "}");
        assertThat(answer.has("result")).as(answer.toString()).isTrue();
        return answer.get("result");
    }

    /** What a tool gave. */
    JsonNode given(String name, String arguments) throws Exception {
        JsonNode result = tool(name, arguments);
        assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
        assertThat(McpMessages.JSON.readTree(result.at("/content/0/text").asText()))
                .isEqualTo(result.get("structuredContent"));
        return result.get("structuredContent");
    }

    /** Why a tool did not. */
    String refused(String name, String arguments) throws Exception {
        JsonNode result = tool(name, arguments);
        assertThat(result.path("isError").asBoolean()).as(result.toString()).isTrue();
        return result.at("/content/0/text").asText();
    }

    JsonNode ask(String method, String params) throws Exception {
        HttpResponse<String> response = send(message(method, params));
        JsonNode last = McpMessages.JSON.missingNode();
        for (JsonNode each : messages(response)) {
            last = each;
        }
        return MESSAGES.requireAnswer(revision(), method, last);
    }

    private static List<JsonNode> messages(HttpResponse<String> response) throws IOException {
        if (response.headers().firstValue("Content-Type").orElse("").startsWith("application/json")) {
            return List.of(McpMessages.JSON.readTree(response.body()));
        }
        List<JsonNode> events = new ArrayList<>();
        for (String line : response.body().split("\n")) {
            if (line.startsWith("data: ")) {
                events.add(McpMessages.JSON.readTree(line.substring("data: ".length())));
            }
        }
        return events;
    }

    private String revision() {
        return session.isPresent() ? McpMessages.WITH_SESSIONS : McpMessages.STATELESS;
    }

    /** A request, with what its revision wants to be in it. */
    String message(String method, String params) throws IOException {
        ObjectNode message = McpMessages.JSON
                .createObjectNode()
                .put("jsonrpc", "2.0")
                .put("id", ids.incrementAndGet())
                .put("method", method);
        ObjectNode all = (ObjectNode) McpMessages.JSON.readTree(params);
        if (session.isEmpty() && !method.equals("initialize")) {
            all.withObject("_meta")
                    .put("io.modelcontextprotocol/protocolVersion", "2026-07-28")
                    .putObject("io.modelcontextprotocol/clientCapabilities");
        }
        message.set("params", all);
        return message.toString();
    }

    HttpResponse<String> send(String body, String... headers) throws IOException, InterruptedException {
        return http.send(posting(body, headers), BodyHandlers.ofString());
    }

    HttpRequest posting(String body, String... headers) throws IOException {
        HttpRequest.Builder request = request().POST(BodyPublishers.ofString(body));
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Content-Type", "application/json");
        if (session.isEmpty() && body.contains("io.modelcontextprotocol")) {
            JsonNode message = McpMessages.JSON.readTree(body);
            all.put("MCP-Protocol-Version", "2026-07-28");
            all.put("Mcp-Method", message.path("method").asText());
            JsonNode params = message.path("params");
            String name = params.path("name").asText(params.path("uri").asText());
            if (!name.isEmpty()) {
                all.put("Mcp-Name", name);
            }
        }
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        all.forEach(request::setHeader);
        return request.build();
    }

    private HttpRequest.Builder request() {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url)).setHeader("Accept", "application/json, text/event-stream");
        token.ifPresent(text -> request.setHeader("Authorization", "Bearer " + text));
        session.ifPresent(id -> request.setHeader("Mcp-Session-Id", id));
        return request;
    }

    int leave() throws IOException, InterruptedException {
        return http.send(request().DELETE().build(), BodyHandlers.discarding()).statusCode();
    }

    Events follow() throws IOException, InterruptedException {
        return events(request().GET().build());
    }

    Events listen(String params) throws IOException, InterruptedException {
        return events(posting(message("subscriptions/listen", params)));
    }

    private Events events(HttpRequest request) throws IOException, InterruptedException {
        var response = http.send(request, BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        return new Events(
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)), revision());
    }

    /** A stream that is open. */
    record Events(BufferedReader lines, String revision) implements AutoCloseable {

        /** The next notification; waits for it. */
        JsonNode next() throws IOException {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    return MESSAGES.requireNotification(
                            revision, McpMessages.JSON.readTree(line.substring("data: ".length())));
                }
            }
            throw new AssertionError("Expected another event, but the stream has ended.");
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
