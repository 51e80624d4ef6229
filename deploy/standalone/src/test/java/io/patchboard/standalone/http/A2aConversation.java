package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A client of the Agent2Agent protocol, who has every answer judged by the published schemas. */
final class A2aConversation {

    /** What the result of a method is called. */
    private static final Map<String, String> RESULTS = Map.of(
            "SendMessage", "SendMessageResponse",
            "GetTask", "Task",
            "CancelTask", "Task",
            "ListTasks", "ListTasksResponse",
            "GetExtendedAgentCard", "AgentCard");

    private final A2aMessages messages = new A2aMessages();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String server;
    private final Optional<String> token;

    A2aConversation(String server, Optional<String> token) {
        this.server = server;
        this.token = token;
    }

    A2aMessages messages() {
        return messages;
    }

    /** A stream of events, each of which is the whole of its data. */
    record Events(BufferedReader lines) implements AutoCloseable {

        /** The next one; nothing if the stream has ended. */
        Optional<JsonNode> next() throws IOException {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    return Optional.of(A2aMessages.JSON.readTree(line.substring("data: ".length())));
                }
            }
            return Optional.empty();
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }

    static String rpcRequest(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"q-1\",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    /** A message with these members beside those that each has. */
    static String message(String parts, String more) {
        return "{\"messageId\":\"" + UUID.randomUUID() + "\",\"role\":\"ROLE_USER\",\"parts\":[" + parts + "]" + more
                + "}";
    }

    static String text(String text) {
        return "{\"text\":\"" + text + "\"}";
    }

    static String send(String message, boolean atOnce) {
        return "{\"message\":" + message + ",\"configuration\":{\"returnImmediately\":" + atOnce + "}}";
    }

    /** The result of a request over JSON-RPC. */
    JsonNode rpc(String method, String params) throws Exception {
        JsonNode answer = rpcAnswer(rpcRequest(method, params));
        assertThat(answer.path("error").toString()).as(method + " " + params).isEmpty();
        return messages.require(RESULTS.get(method), answer.get("result"));
    }

    /** The whole answer to a body, whatever it is. */
    JsonNode rpcAnswer(String body, String... headers) throws Exception {
        HttpResponse<String> answer =
                http.send(request("POST", "/a2a", body, headers).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("content-type").orElse("")).startsWith("application/json");
        JsonNode message = A2aMessages.JSON.readTree(answer.body());
        assertThat(message.get("jsonrpc").asText()).isEqualTo("2.0");
        return message;
    }

    HttpResponse<String> http(String method, String path, String body, String... headers) throws Exception {
        return http.send(request(method, path, body, headers).build(), BodyHandlers.ofString());
    }

    Events events(String method, String path, String body) throws Exception {
        HttpResponse<InputStream> answer = http.send(request(method, path, body).build(), BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("content-type").orElse("")).startsWith("text/event-stream");
        return new Events(new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)));
    }

    private HttpRequest.Builder request(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path))
                .setHeader("Content-Type", "application/json")
                .setHeader("A2A-Version", "1.0")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        token.ifPresent(known -> request.setHeader("Authorization", "Bearer " + known));
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return request;
    }
}
