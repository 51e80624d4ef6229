package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Messages over HTTP: what is one, what is answered to others, who goes and who comes again. */
class McpTransportTest extends McpRig {

    /** The messages that the protocol's authors show, as far as a client sends them: each has one answer. */
    @Test
    void everyExampleOfARequest_isAnswered() throws Exception {
        client = McpConversation.with(api.url());
        Set<String> sent = new TreeSet<>();
        for (JsonNode examples : McpMessages.resource("examples-2026-07-28.json")) {
            for (JsonNode example : examples) {
                String method = example.path("method").asText();
                if (example.has("id") && !method.isEmpty() && !method.equals("subscriptions/listen")) {
                    JsonNode answer = client.ask(
                            method,
                            example.has("params") ? example.get("params").toString() : "{}");
                    assertThat(answer.has("result") || answer.has("error")).isTrue();
                    sent.add(method);
                }
            }
        }
        assertThat(sent).contains("tools/call", "tools/list", "resources/read", "prompts/get", "server/discover");
    }

    @Test
    void whatIsNoMessage_hasOneClearAnswer() throws Exception {
        client = McpConversation.with(api.url());
        List<String> answers = new ArrayList<>();
        for (String body : List.of(
                "{",
                "[]",
                "[" + client.message("ping", "{}") + "]",
                "7",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}")) {
            HttpResponse<String> answer = client.send(body);
            assertThat(answer.statusCode()).as(body).isEqualTo(400);
            answers.add(McpMessages.JSON
                    .readTree(answer.body())
                    .at("/error/message")
                    .asText());
        }
        assertThat(answers).allMatch(message -> message.startsWith("Expected "));
        assertThat(answers.get(2)).contains("no revision of the protocol that is spoken here has batches");
    }

    @Test
    void whoLiesAboutItsRevision_isToldSo() throws Exception {
        client = McpConversation.with(api.url());
        String list = client.message("tools/list", "{}");

        assertError(client.send(list, "MCP-Protocol-Version", "2025-11-25"), 400, -32020);
        assertError(client.send(list, "Mcp-Method", "tools/call"), 400, -32020);
        assertError(
                client.send(list.replace("2026-07-28", "1999-01-01"), "MCP-Protocol-Version", "1999-01-01"),
                400,
                -32022);
        assertError(client.send(client.message("no/such", "{}")), 404, -32601);
        assertError(
                client.send(client.message("initialize", "{}")
                        .replace(
                                "\"params\":{}",
                                "\"params\":{\"_meta\":"
                                        + "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                                        + "\"io.modelcontextprotocol/clientCapabilities\":{}}}")),
                404,
                -32601);
        assertError(client.send(list.replace("io.modelcontextprotocol/clientCapabilities", "x")), 400, -32602);
        assertThat(client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", "Mcp-Session-Id", "guessed")
                        .statusCode())
                .isEqualTo(404);
    }

    private static void assertError(HttpResponse<String> answer, int status, int code) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(McpMessages.JSON.readTree(answer.body()).at("/error/code").asInt())
                .as(answer.body())
                .isEqualTo(code);
    }

    @Test
    void otherSites_otherTypes_andWhatIsTooLarge_areRefused() throws Exception {
        client = McpConversation.with(api.url());
        String list = client.message("tools/list", "{}");

        assertThat(client.send(list, "Origin", "http://evil.example").statusCode())
                .isEqualTo(403);
        assertThat(client.send(list, "Content-Type", "text/plain").statusCode()).isEqualTo(415);
        assertThat(client.send(client.message("tools/list", "{\"cursor\":\"" + "x".repeat(5_000_000) + "\"}"))
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void capabilities_thatAreLarge_areRefused_andNoSessionIsLeft() throws Exception {
        client = McpConversation.with(api.url());
        String many = "{\"experimental\":{\"x\":\"" + "x".repeat(16 * 1024) + "\"}}";

        HttpResponse<String> answer = client.send(client.message("initialize", introduction(many)));

        assertError(answer, 200, -32602);
        assertThat(client.send(
                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
                                "Mcp-Session-Id",
                                answer.headers().firstValue("Mcp-Session-Id").orElse("none"))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void sessionsOfACallerWhoHasMany_endWhenIdleForLongest() throws Exception {
        McpConversation first = McpConversation.with(api.url()).introduced();
        client = McpConversation.with(api.url());
        for (int i = 0; i < 100; i++) {
            assertThat(client.send(client.message("initialize", introduction("{}")))
                            .statusCode())
                    .isEqualTo(200);
        }
        McpConversation last = McpConversation.with(api.url()).introduced();

        assertThat(first.send(first.message("ping", "{}")).statusCode()).isEqualTo(404);
        assertThat(last.send(last.message("ping", "{}")).statusCode()).isEqualTo(200);
    }

    private static String introduction(String capabilities) {
        return "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + capabilities
                + ",\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}";
    }

    /** Who goes away while it waits is lent nothing, or for no longer than it said: the next one has it. */
    @Test
    void whoLeavesWhileItWaits_keepsNothing() throws Exception {
        create("gone-0");
        String wait = client.message(
                "tools/call",
                "{\"name\":\"await_work\",\"arguments\":{\"queue\":\"gone-1\",\"wait\":\"PT60S\",\"lease\":\"PT2S\"}}");
        CompletableFuture<HttpResponse<String>> waiting =
                HttpClient.newHttpClient().sendAsync(client.posting(wait), BodyHandlers.ofString());
        McpConversation former = McpConversation.with(api.url()).introduced();
        String asked = former.message(
                "tools/call", "{\"name\":\"await_work\",\"arguments\":{\"queue\":\"gone-1\",\"wait\":\"PT60S\"}}");
        String id = McpMessages.JSON.readTree(asked).get("id").asText();
        CompletableFuture<HttpResponse<String>> cancelled =
                HttpClient.newHttpClient().sendAsync(former.posting(asked), BodyHandlers.ofString());
        while (!cancelled.isDone()) {
            former.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id
                    + "}}");
        }
        waiting.cancel(true);

        assertThat(cancelled.get().body()).doesNotContain("\"result\"");
        create("gone-1");
        assertThat(awaited("gone-1").get("worker").asText()).isEqualTo("scribe");
    }

    /** Each request follows at once on the same connection, of which no byte may be lost. */
    @RepeatedTest(100)
    void session_ends_andItsClientBeginsAnew() throws Exception {
        McpConversation former = McpConversation.with(api.url()).introduced();
        former.ask("ping", "{}");

        assertThat(former.leave()).isEqualTo(202);

        assertThat(former.send(former.message("ping", "{}")).statusCode()).isEqualTo(404);
        assertThat(former.leave()).isEqualTo(404);
    }
}
