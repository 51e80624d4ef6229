package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.A2aConversation.message;
import static io.patchboard.standalone.http.A2aConversation.send;
import static io.patchboard.standalone.http.A2aConversation.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.access.Principals;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.standalone.http.A2aConversation.Events;
import io.patchboard.standalone.workers.Examples;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Boards for agents of others; every message is judged by the published schemas. */
class A2aTest extends A2aRig {

    @Test
    void card_isMadeFromWhatIsPublishedNow_andIsKnownByItsTag() throws Exception {
        HttpResponse<String> first = client.http("GET", CARD, "");
        String tag = first.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> same = client.http("GET", CARD, "", "If-None-Match", tag);
        publish("other");
        HttpResponse<String> then = client.http("GET", CARD, "", "If-None-Match", tag);

        JsonNode card = client.messages().require("AgentCard", A2aMessages.JSON.readTree(first.body()));
        assertThat(card.get("skills").findValuesAsText("id"))
                .contains("board", "writer")
                .doesNotContain("other");
        JsonNode writer = A2aMessages.named(card.get("skills"), "writer");
        assertThat(writer.get("description").asText()).contains("guest", "maxLength");
        assertThat(writer.get("inputModes").toString()).contains("text/plain");
        assertThat(card.get("supportedInterfaces").findValuesAsText("url")).containsOnly(api.url() + "/a2a");
        assertThat(card.get("supportedInterfaces").findValuesAsText("protocolVersion"))
                .containsOnly("1.0");
        assertThat(first.headers().firstValue("Cache-Control").orElse("")).contains("max-age=");
        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(same.body()).isEmpty();
        assertThat(then.statusCode()).isEqualTo(200);
        assertThat(A2aMessages.JSON.readTree(then.body()).get("skills").findValuesAsText("id"))
                .contains("other");
    }

    @Test
    void task_isBegun_askedFor_decidedByAMessage_andHasItsResult() throws Exception {
        String id = begun("tea", "");
        propose(id, "/notes/-", "Milk first");
        propose(id, "/end", "now");

        JsonNode asked = client.rpc("GetTask", "{\"id\":\"" + id + "\"}");
        assertThat(asked.at("/status/state").asText()).isEqualTo("TASK_STATE_INPUT_REQUIRED");
        assertThat(asked.at("/status/message/parts/1/data/waiting/0/options").toString())
                .contains("approve");
        assertThat(client.rpcAnswer(A2aConversation.rpcRequest(
                                "SendMessage", send(message(text("perhaps"), ",\"taskId\":\"" + id + "\""), true)))
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
        JsonNode done = client.rpc("SendMessage", send(message(text("approve"), ",\"taskId\":\"" + id + "\""), false));

        assertThat(done.at("/task/status/state").asText()).isEqualTo("TASK_STATE_COMPLETED");
        assertThat(done.at("/task/artifacts/0/parts/0/data/0").asText()).isEqualTo("Milk first");
        assertThat(api.get("/v1/boards/" + id + "/state").text()).contains("\"topic\":\"tea\"");
    }

    /** A role of a person is answered by whoever sends a message to the task. */
    @Test
    void messageForAPersonsRole_isTheAnswer() throws Exception {
        String blueprint = """
                {"apiVersion":"patchboard/v1","name":"asks","state":{"schema":{"type":"object"},"initial":{}},
                 "workers":{"editor":{"kind":"person","instruction":"Find a title.",
                                      "write":[{"op":["add"],"path":"/title"}]}},
                 "rules":[{"name":"begin","on":{"event":"created"},"invoke":"editor"}],
                 "complete":{"when":"has(state.title)","result":"/title"}}""";
        String begin = message("{\"data\":{\"blueprint\":" + blueprint + "}}", "");
        JsonNode asked = client.rpc("SendMessage", send(begin, false)).get("task");
        String patch = "[{\"op\":\"add\",\"path\":\"/title\",\"value\":\"Tea\"}]";
        String answer = message(
                text("Here you are") + ",{\"data\":{\"patch\":" + patch + "}}",
                ",\"taskId\":\"" + asked.get("id").asText() + "\"");

        JsonNode done = client.rpc("SendMessage", send(answer, false)).get("task");

        assertThat(asked.at("/status/state").asText()).isEqualTo("TASK_STATE_INPUT_REQUIRED");
        assertThat(asked.at("/status/message/parts/0/text").asText()).isEqualTo("Find a title.");
        assertThat(done.at("/status/state").asText()).isEqualTo("TASK_STATE_COMPLETED");
        assertThat(done.at("/artifacts/0/parts/0/data").asText()).isEqualTo("Tea");
    }

    @Test
    void repeatedMessage_isOneTask() throws Exception {
        String request = send(message(text("once"), TO_WRITER), true);

        assertThat(client.rpc("SendMessage", request).at("/task/id").asText())
                .isEqualTo(client.rpc("SendMessage", request).at("/task/id").asText());
    }

    @Test
    void repeatedDecision_countsOnce_whateverWaitsByThen() throws Exception {
        String id = begun("tea", "");
        propose(id, "/end", "too early");
        String reject = send(message(text("reject"), ",\"taskId\":\"" + id + "\""), true);
        assertThat(state(client.rpc("SendMessage", reject))).isEqualTo("TASK_STATE_WORKING");
        propose(id, "/end", "now");

        assertThat(state(client.rpc("SendMessage", reject))).isEqualTo("TASK_STATE_INPUT_REQUIRED");
        JsonNode done = client.rpc("SendMessage", send(message(text("approve"), ",\"taskId\":\"" + id + "\""), false));
        assertThat(state(done)).isEqualTo("TASK_STATE_COMPLETED");
        assertThat(state(client.rpc("SendMessage", reject))).isEqualTo("TASK_STATE_COMPLETED");
    }

    private static String state(JsonNode answer) {
        return answer.at("/task/status/state").asText();
    }

    @Test
    void boardByABlueprintThatIsBrought_isATask() throws Exception {
        String data = "{\"data\":{\"blueprint\":" + BLUEPRINT.formatted("mine") + ",\"input\":{\"topic\":\"own\"}}}";

        HttpResponse<String> sent =
                client.http("POST", "/a2a/message:send", send(message(data, ",\"contextId\":\"talk-1\""), true));

        JsonNode task = A2aMessages.JSON.readTree(sent.body());
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
        client.messages().require("SendMessageResponse", task);
        assertThat(task.at("/task/contextId").asText()).isEqualTo("talk-1");
        JsonNode listed = A2aMessages.JSON.readTree(
                client.http("GET", "/a2a/tasks?contextId=talk-1", "").body());
        client.messages().require("ListTasksResponse", listed);
        assertThat(listed.get("tasks").findValuesAsText("id"))
                .containsExactly(task.at("/task/id").asText());
        assertThat(listed.get("totalSize").asInt()).isEqualTo(1);
    }

    @Test
    void streams_tellAllThatBecomesOfATask_overBothBindings() throws Exception {
        String id;
        List<JsonNode> ofRpc = new ArrayList<>();
        List<JsonNode> ofHttp = new ArrayList<>();
        try (Events first = client.events(
                "POST",
                "/a2a",
                A2aConversation.rpcRequest("SendStreamingMessage", send(message(text("stream"), TO_WRITER), false)))) {
            JsonNode task = first.next().orElseThrow().get("result");
            id = task.at("/task/id").asText();
            ofRpc.add(task);
            try (Events second = client.events("GET", "/a2a/tasks/" + id + ":subscribe", "")) {
                ofHttp.add(second.next().orElseThrow());
                propose(id, "/end", "now");
                ofRpc.add(first.next().orElseThrow().get("result"));
                ofHttp.add(second.next().orElseThrow());
                client.rpc("SendMessage", send(message(text("approve"), ",\"taskId\":\"" + id + "\""), true));
                for (Optional<JsonNode> next = first.next(); next.isPresent(); next = first.next()) {
                    ofRpc.add(next.get().get("result"));
                }
                for (Optional<JsonNode> next = second.next(); next.isPresent(); next = second.next()) {
                    ofHttp.add(next.get());
                }
            }
        }

        for (List<JsonNode> events : List.of(ofRpc, ofHttp)) {
            events.forEach(event -> client.messages().require("StreamResponse", event));
            assertThat(events.get(1).at("/statusUpdate/status/state").asText()).isEqualTo("TASK_STATE_INPUT_REQUIRED");
            JsonNode last = events.get(events.size() - 1);
            assertThat(last.at("/statusUpdate/status/state").asText()).isEqualTo("TASK_STATE_COMPLETED");
            assertThat(events.get(events.size() - 2)
                            .at("/artifactUpdate/artifact/parts/0/data")
                            .isArray())
                    .isTrue();
        }
    }

    @Test
    void commandsOfThePage_workAsTheyStand(@TempDir Path dir) throws Exception {
        Examples.need("jq", "jq", "--version");
        Matcher commands = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../../docs/a2a.md")));
        assertThat(commands.find()).isTrue();
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "set -euo pipefail\n" + commands.group(1).replace("http://localhost:8080", api.url()))
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .start();

        String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(bash.waitFor()).as(output).isZero();
        assertThat(output).contains("\"wish\"", "text/plain").endsWith("\"TASK_STATE_WORKING\"\n");
    }

    /** Who waits for a task as the server ends is told to come again, and finds his task. */
    @Test
    void serverThatEnds_tellsWhoWaits() throws Exception {
        String begin = send(message(text("long"), TO_WRITER), true);
        String id;
        CompletableFuture<HttpResponse<String>> waits = new CompletableFuture<>();
        try (RunningApi other = new RunningApi(all)) {
            A2aConversation there = new A2aConversation(other.url(), Optional.empty());
            id = there.rpc("SendMessage", begin).at("/task/id").asText();
            try (Events stream = there.events("GET", "/a2a/tasks/" + id + ":subscribe", "")) {
                assertThat(stream.next()).isPresent();
                Thread.startVirtualThread(() -> {
                    try {
                        waits.complete(there.http("POST", "/a2a/message:send", begin.replace("true", "false")));
                    } catch (Exception e) {
                        waits.completeExceptionally(e);
                    }
                });
                for (int i = 0; i < 3; i++) {
                    propose(id, "/notes/-", "still at it");
                    assertThat(stream.next()).isPresent();
                }
            }
        }

        int status = waits.handle((answer, failure) -> failure == null ? answer.statusCode() : 503)
                .get();
        assertThat(status).isEqualTo(503);
        assertThat(client.rpc("SendMessage", begin).at("/task/id").asText()).isEqualTo(id);
    }

    @Test
    void oneTokenForAll_opensTheSkills() throws Exception {
        try (RunningApi guarded = new RunningApi(
                all, new AwaitedAnswers(), HttpServerConfig.onPort(0).withToken(new Secret("everybody")))) {
            A2aConversation everybody = new A2aConversation(guarded.url(), Optional.of("everybody"));

            assertThat(everybody.rpc("GetExtendedAgentCard", "{}").get("skills").findValuesAsText("id"))
                    .contains("writer");
        }
    }

    /** Strangers see that there is a server, and no blueprint; what each may do, his rights say. */
    @Test
    void tokens_openWhatTheirRightsSay() throws Exception {
        Map<String, Principal> known = Map.of(
                "reader-token", new Principal("reader", Set.of(Right.READ), Set.of(), Set.of()),
                "maker-token", new Principal("maker", Set.of(Right.READ, Right.CREATE), Set.of(), Set.of()));
        Principals principals = token -> Optional.ofNullable(known.get(token));
        try (RunningApi guarded = new RunningApi(
                all, new AwaitedAnswers(), HttpServerConfig.onPort(0).withPrincipals(principals))) {
            A2aConversation stranger = new A2aConversation(guarded.url(), Optional.empty());
            A2aConversation reader = new A2aConversation(guarded.url(), Optional.of("reader-token"));
            A2aConversation maker = new A2aConversation(guarded.url(), Optional.of("maker-token"));
            String begin = send(message(text("tea"), TO_WRITER), true);

            JsonNode card =
                    A2aMessages.JSON.readTree(stranger.http("GET", CARD, "").body());
            JsonNode extended = reader.rpc("GetExtendedAgentCard", "{}");

            stranger.messages().require("AgentCard", card);
            assertThat(card.get("skills").findValuesAsText("id")).containsExactly("board");
            assertThat(card.at("/securitySchemes/bearer/httpAuthSecurityScheme/scheme")
                            .asText())
                    .isEqualTo("Bearer");
            assertThat(card.at("/capabilities/extendedAgentCard").asBoolean()).isTrue();
            assertThat(extended.get("skills").findValuesAsText("id")).contains("writer");
            assertThat(stranger.http("POST", "/a2a", A2aConversation.rpcRequest("ListTasks", "{}"))
                            .statusCode())
                    .isEqualTo(401);
            assertThat(reader.http("POST", "/a2a/message:send", begin).statusCode())
                    .isEqualTo(403);
            String id = maker.rpc("SendMessage", begin).at("/task/id").asText();
            assertThat(reader.rpc("GetTask", "{\"id\":\"" + id + "\"}")
                            .get("id")
                            .asText())
                    .isEqualTo(id);
            assertThat(reader.http("POST", "/a2a/tasks/" + id + ":cancel", "").statusCode())
                    .isEqualTo(403);
        }
    }
}
