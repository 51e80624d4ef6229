package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.A2aConversation.message;
import static io.patchboard.standalone.http.A2aConversation.rpcRequest;
import static io.patchboard.standalone.http.A2aConversation.send;
import static io.patchboard.standalone.http.A2aConversation.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.access.Principals;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.standalone.http.A2aConversation.Events;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** What the requirements of the protocol ask, asked of a server over both of its bindings. */
abstract class A2aChecks extends A2aRig {

    private static final String NONE = "{\"id\":\"no-such-task\"}";

    private JsonNode read(HttpResponse<String> answer, int status) throws IOException {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("content-type").orElse("")).startsWith("application/json");
        return A2aMessages.JSON.readTree(answer.body());
    }

    /** The same error over both bindings. */
    private void assertError(
            String rpcMethod, String params, int code, String method, String path, String body, int status)
            throws Exception {
        JsonNode error = client.rpcAnswer(rpcRequest(rpcMethod, params)).get("error");
        JsonNode http = read(client.http(method, path, body), status).get("error");

        assertThat(error.get("code").asInt()).as(error.toString()).isEqualTo(code);
        assertThat(error.get("message").asText())
                .startsWith("Expected ")
                .isEqualTo(http.get("message").asText());
        assertThat(http.get("code").asInt()).isEqualTo(status);
        assertThat(http.get("status").asText()).matches("[A-Z_]+");
        if (code > -32100 && code < -32000) {
            for (JsonNode info : List.of(error.at("/data/0"), http.at("/details/0"))) {
                assertThat(info.get("@type").asText()).isEqualTo("type.googleapis.com/google.rpc.ErrorInfo");
                assertThat(info.get("reason").asText()).matches("[A-Z][A-Z_]+");
                assertThat(info.get("domain").asText()).isEqualTo("a2a-protocol.org");
            }
            assertThat(error.at("/data/0")).isEqualTo(http.at("/details/0"));
        }
    }

    void tasks() throws Exception {
        JsonNode task = client.rpc("SendMessage", send(message(text("tea"), TO_WRITER), true))
                .get("task");
        String id = task.get("id").asText();
        JsonNode other =
                read(client.http("POST", "/a2a/message:send", send(message(text("tea"), TO_WRITER), true)), 200);
        client.messages().require("SendMessageResponse", other);
        JsonNode http = read(client.http("GET", "/a2a/tasks/" + id + "?historyLength=0", ""), 200);

        assertThat(client.rpc("GetTask", "{\"id\":\"" + id + "\",\"historyLength\":1}"))
                .isEqualTo(http);
        assertThat(http.path("history").size()).isZero();
        assertThat(task.get("contextId").asText()).isNotEmpty();
        assertThat(other.at("/task/id").asText()).isNotEqualTo(id);
        assertThat(task.at("/status/state").asText()).isEqualTo("TASK_STATE_WORKING");
        assertThat(Instant.parse(task.at("/status/timestamp").asText())).isNotNull();
        assertThat(task.at("/status/timestamp").asText()).endsWith("Z");
        JsonNode cancelled = read(client.http("POST", "/a2a/tasks/" + id + ":cancel", ""), 200);
        client.messages().require("Task", cancelled);
        assertThat(cancelled.at("/status/state").asText()).isEqualTo("TASK_STATE_CANCELED");
        assertThat(client.rpc("CancelTask", "{\"id\":\"" + other.at("/task/id").asText() + "\"}")
                        .at("/status/state")
                        .asText())
                .isEqualTo("TASK_STATE_CANCELED");
        assertThat(client.rpcAnswer(rpcRequest("message/send", "{}"))
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32601);
        assertThat(client.rpcAnswer("{\"id\":1}").at("/error/code").asInt()).isEqualTo(-32600);
        assertThat(client.rpcAnswer("{").at("/error/code").asInt()).isEqualTo(-32700);
    }

    /** Who waits is told when the task waits for him, and not before. */
    void waiting() throws Exception {
        String context = ",\"contextId\":\"talk\"";
        String begin = send(message(text("tea"), TO_WRITER + context), true);
        String id = client.rpc("SendMessage", begin).at("/task/id").asText();
        CompletableFuture<JsonNode> waits = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                waits.complete(client.rpc("SendMessage", begin.replace("true", "false")));
            } catch (Exception | AssertionError e) {
                waits.completeExceptionally(e);
            }
        });
        propose(id, "/end", "now");
        JsonNode asked = waits.get().get("task");
        JsonNode said = asked.at("/status/message");

        assertThat(asked.get("id").asText()).isEqualTo(id);
        assertThat(asked.at("/status/state").asText()).isEqualTo("TASK_STATE_INPUT_REQUIRED");
        assertThat(said.get("role").asText()).isEqualTo("ROLE_AGENT");
        assertThat(said.get("messageId").asText()).isNotEmpty();
        assertThat(said.get("parts")).allMatch(part -> part.has("text") != part.has("data"));
        String answer = message(text("approve"), ",\"taskId\":\"" + id + "\",\"contextId\":\"other\"");
        assertError("SendMessage", send(answer, true), -32602, "POST", "/a2a/message:send", send(answer, true), 400);
        JsonNode done = client.rpc("SendMessage", send(message(text("approve"), ",\"taskId\":\"" + id + "\""), false));
        assertThat(done.at("/task/contextId").asText()).isEqualTo("talk");
        assertThat(done.at("/task/artifacts/0/artifactId").asText()).isNotEmpty();
        assertThat(done.at("/task/artifacts/0/parts").size()).isEqualTo(1);
    }

    void ended() throws Exception {
        String id = begun("tea", "");
        client.rpc("CancelTask", "{\"id\":\"" + id + "\"}");
        String params = "{\"id\":\"" + id + "\"}";
        String more = send(message(text("more"), ",\"taskId\":\"" + id + "\""), true);

        assertError("CancelTask", params, -32002, "POST", "/a2a/tasks/" + id + ":cancel", "", 400);
        assertError("SubscribeToTask", params, -32004, "GET", "/a2a/tasks/" + id + ":subscribe", "", 400);
        assertError("SendMessage", more, -32004, "POST", "/a2a/message:send", more, 400);
    }

    void missing() throws Exception {
        String path = "/a2a/tasks/no-such-task";
        String more = send(message(text("more"), ",\"taskId\":\"no-such-task\""), true);

        assertError("GetTask", NONE, -32001, "GET", path, "", 404);
        assertError("CancelTask", NONE, -32001, "POST", path + ":cancel", "", 404);
        assertError("SubscribeToTask", NONE, -32001, "POST", path + ":subscribe", "", 404);
        assertError("SendMessage", more, -32001, "POST", "/a2a/message:send", more, 404);
    }

    void refused() throws Exception {
        String file = "{\"raw\":\"AA==\",\"mediaType\":\"image/png\"}";
        Map<String, Integer> bad = new LinkedHashMap<>();
        bad.put(send(message(file, TO_WRITER), true), -32005);
        bad.put(send(message(text("x") + ",{\"data\":1},{\"data\":2}", TO_WRITER), true), -32602);
        bad.put(send(message("", TO_WRITER), true), -32602);
        bad.put(send(message("{\"text\":\"a\",\"data\":1}", TO_WRITER), true), -32602);
        bad.put(send(message("{\"data\":{\"topic\":7}}", TO_WRITER), true), -32602);
        bad.put(send(message(text("x"), ",\"metadata\":{\"skillId\":\"none\"}"), true), -32602);
        bad.put(send(message(text("x"), TO_WRITER + ",\"contextId\":\"" + "c".repeat(64) + "\""), true), -32602);
        bad.put(send(message(text("x"), TO_WRITER), true).replace("ROLE_USER", "user"), -32602);
        bad.put("{}", -32602);
        for (Map.Entry<String, Integer> each : bad.entrySet()) {
            String params = each.getKey();
            assertError("SendMessage", params, each.getValue(), "POST", "/a2a/message:send", params, 400);
        }
        assertError("ListTasks", "{\"pageSize\":0}", -32602, "GET", "/a2a/tasks?pageSize=0", "", 400);
        assertError("ListTasks", "{\"status\":\"done\"}", -32602, "GET", "/a2a/tasks?status=done", "", 400);
        assertError("ListTasks", "{\"pageToken\":\"x\"}", -32602, "GET", "/a2a/tasks?pageToken=x", "", 400);
    }

    void push() throws Exception {
        String configs = "/a2a/tasks/t/pushNotificationConfigs";

        assertError("CreateTaskPushNotificationConfig", "{}", -32003, "POST", configs, "{}", 400);
        assertError("ListTaskPushNotificationConfigs", "{}", -32003, "GET", configs, "", 400);
        assertError("GetTaskPushNotificationConfig", "{}", -32003, "GET", configs + "/c", "", 400);
        assertError("DeleteTaskPushNotificationConfig", "{}", -32003, "DELETE", configs + "/c", "", 400);
        assertError("GetExtendedAgentCard", "{}", -32004, "GET", "/a2a/extendedAgentCard", "", 400);
    }

    void lists() throws Exception {
        Set<String> ids = new TreeSet<>();
        for (int i = 0; i < 3; i++) {
            ids.add(begun("tea", ",\"contextId\":\"listed\""));
        }
        List<JsonNode> found = new ArrayList<>();
        String token = "";
        do {
            JsonNode page = read(
                    client.http(
                            "GET",
                            "/a2a/tasks?contextId=listed&pageSize=2" + (token.isEmpty() ? "" : "&pageToken=" + token),
                            ""),
                    200);
            client.messages().require("ListTasksResponse", page);
            assertThat(page.get("tasks").size()).isLessThanOrEqualTo(2);
            assertThat(page.get("tasks")).noneMatch(task -> task.has("artifacts"));
            page.get("tasks").forEach(found::add);
            token = page.get("nextPageToken").asText();
        } while (!token.isEmpty());

        assertThat(found).extracting(task -> task.get("id").asText()).containsAll(ids);
        List<Instant> times = found.stream()
                .map(task -> Instant.parse(task.at("/status/timestamp").asText()))
                .toList();
        assertThat(times).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(read(client.http("GET", "/a2a/tasks?includeArtifacts=yes", ""), 400)
                        .toString())
                .contains("true or false as includeArtifacts");
    }

    void streams() throws Exception {
        String id;
        List<String> one = new ArrayList<>();
        List<String> other = new ArrayList<>();
        try (Events first =
                client.events("POST", "/a2a/message:stream", send(message(text("tea"), TO_WRITER), false))) {
            id = first.next().orElseThrow().at("/task/id").asText();
            try (Events second =
                            client.events("POST", "/a2a", rpcRequest("SubscribeToTask", "{\"id\":\"" + id + "\"}"));
                    Events third = client.events("GET", "/a2a/tasks/" + id + ":subscribe", "")) {
                assertThat(second.next().orElseThrow().at("/result/task/id").asText())
                        .isEqualTo(id);
                assertThat(third.next().orElseThrow().at("/task/id").asText()).isEqualTo(id);
                third.close();
                propose(id, "/end", "now");
                one.add(first.next().orElseThrow().toString());
                other.add(second.next().orElseThrow().get("result").toString());
                client.rpc("SendMessage", send(message(text("approve"), ",\"taskId\":\"" + id + "\""), true));
                for (Optional<JsonNode> next = first.next(); next.isPresent(); next = first.next()) {
                    one.add(next.get().toString());
                }
                for (Optional<JsonNode> next = second.next(); next.isPresent(); next = second.next()) {
                    other.add(next.get().get("result").toString());
                }
            }
        }

        assertThat(one.get(one.size() - 1)).contains("TASK_STATE_COMPLETED");
        assertThat(other.get(other.size() - 1)).isEqualTo(one.get(one.size() - 1));
        assertThat(other.get(0)).contains("TASK_STATE_INPUT_REQUIRED");
    }

    void versions() throws Exception {
        for (String spoken : List.of("1.0", "1.0.7")) {
            assertThat(client.rpcAnswer(rpcRequest("ListTasks", "{}"), "A2A-Version", spoken)
                            .has("result"))
                    .isTrue();
        }
        for (String other : List.of("", "0.3", "1.1", "99.0", "one")) {
            assertThat(client.rpcAnswer(rpcRequest("ListTasks", "{}"), "A2A-Version", other)
                            .at("/error/code")
                            .asInt())
                    .as(other)
                    .isEqualTo(-32009);
            assertThat(read(client.http("GET", "/a2a/tasks", "", "A2A-Version", other), 400)
                            .at("/error/details/0/reason")
                            .asText())
                    .isEqualTo("VERSION_NOT_SUPPORTED");
        }
    }

    void card() throws Exception {
        JsonNode card = read(client.http("GET", CARD, ""), 200);
        client.messages().require("AgentCard", card);

        assertThat(card.get("name").asText()).isNotEmpty();
        assertThat(card.get("skills").size()).isPositive();
        assertThat(card.get("supportedInterfaces").findValuesAsText("protocolBinding"))
                .containsExactly("JSONRPC", "HTTP+JSON");
        assertThat(card.get("supportedInterfaces").findValuesAsText("url")).containsOnly(api.url() + "/a2a");
        assertThat(client.rpc("ListTasks", "{}").has("tasks")).isTrue();
        assertThat(read(client.http("GET", "/a2a/tasks", ""), 200).has("tasks")).isTrue();
    }

    void tokens() throws Exception {
        String id = begun("tea", "");
        Map<String, Principal> known = Map.of(
                "reader-token", new Principal("reader", Set.of(Right.READ), Set.of(), Set.of()),
                "blind-token", new Principal("blind", Set.of(Right.CREATE), Set.of(), Set.of()));
        Principals principals = token -> Optional.ofNullable(known.get(token));
        try (RunningApi guarded = new RunningApi(
                all, new AwaitedAnswers(), HttpServerConfig.onPort(0).withPrincipals(principals))) {
            A2aConversation reader = new A2aConversation(guarded.url(), Optional.of("reader-token"));
            A2aConversation blind = new A2aConversation(guarded.url(), Optional.of("blind-token"));
            A2aConversation stranger = new A2aConversation(guarded.url(), Optional.empty());

            assertThat(reader.rpc("ListTasks", "{}").get("tasks").findValuesAsText("id"))
                    .contains(id);
            assertThat(reader.rpc("GetExtendedAgentCard", "{}").get("skills").size())
                    .isPositive();
            for (String path : List.of("/a2a/tasks", "/a2a/tasks/" + id, "/a2a/extendedAgentCard")) {
                assertThat(stranger.http("GET", path, "").statusCode()).isEqualTo(401);
            }
            assertThat(stranger.http("POST", "/a2a", rpcRequest("GetExtendedAgentCard", "{}"))
                            .statusCode())
                    .isEqualTo(401);
            String seen = blind.http("GET", "/a2a/tasks/" + id, "").body();
            assertThat(seen).isEqualTo(blind.http("GET", "/a2a/tasks/none", "").body());
            assertThat(blind.http("GET", "/a2a/tasks", "").statusCode()).isEqualTo(403);
            assertThat(seen).doesNotContain(id);
        }
    }
}
