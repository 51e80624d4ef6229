package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.A2aConversation.message;
import static io.patchboard.standalone.http.A2aConversation.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.patchboard.calls.Outbound;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.metrics.PrometheusMetrics;
import io.patchboard.standalone.a2a.PushSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Push notifications of A2A: who asks for them is told how a task goes on, over servers that end. */
@Tag("long")
class A2aPushTest extends A2aRig {

    private static final String TOKEN = "push-test-token-1";

    /** A notification that came. */
    private record Told(String authorization, String token, String type, JsonNode body) {

        String state() {
            return body.findPath("state").asText();
        }
    }

    private final List<Told> told = new CopyOnWriteArrayList<>();
    private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
    private HttpServer receiver;

    @TempDir
    private Path folder;

    @BeforeEach
    void receive() throws Exception {
        told.clear();
        statuses.clear();
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            int status = Optional.ofNullable(statuses.poll()).orElse(204);
            if (status == 204) {
                told.add(new Told(
                        exchange.getRequestHeaders().getFirst("Authorization"),
                        exchange.getRequestHeaders().getFirst("X-A2A-Notification-Token"),
                        exchange.getRequestHeaders().getFirst("Content-Type"),
                        A2aMessages.JSON.readTree(new String(body, StandardCharsets.UTF_8))));
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        receiver.start();
    }

    @AfterEach
    void stopReceiving() {
        receiver.stop(0);
    }

    private String hook() {
        return "http://localhost:" + receiver.getAddress().getPort() + "/hook";
    }

    /** A server that sends them, on the cluster of all. */
    private final class Pusher implements AutoCloseable {

        private final HttpApi server;
        private final A2aConversation talk;

        private Pusher(String... hosts) {
            Outbound outbound = Outbound.of(List.of(), List.of(hosts)).ofStrangers();
            HttpServerConfig config = HttpServerConfig.onPort(0).withToken(new Secret(TOKEN));
            server = HttpApi.start(
                    config,
                    new PrometheusMetrics(),
                    RunningApi.blobs(folder.resolve("blobs")),
                    Optional.of(new PushSettings(outbound, folder.resolve("push.json"))));
            server.serve(all.connection(), new AwaitedAnswers(), folder.resolve("model"))
                    .join();
            talk = new A2aConversation(server.url(), Optional.of(TOKEN));
        }

        private JsonNode call(String method, String params) throws Exception {
            return talk.rpcAnswer(A2aConversation.rpcRequest(method, params));
        }

        private JsonNode result(String method, String params) throws Exception {
            JsonNode answer = call(method, params);
            assertThat(answer.path("error").toString()).isEmpty();
            return answer.get("result");
        }

        @Override
        public void close() {
            server.close();
        }
    }

    private static String config(String task, String id, String url) {
        return "{\"taskId\":\"" + task + "\",\"id\":\"" + id + "\",\"url\":\"" + url
                + "\",\"token\":\"t-1\",\"authentication\":{\"scheme\":\"Bearer\",\"credentials\":\"s3cret-credentials\"}}";
    }

    private void finish(String task) throws Exception {
        propose(task, "/end", "yes");
        await().atMost(PATIENCE)
                .until(() -> client.rpc("GetTask", "{\"id\":\"" + task + "\"}")
                        .at("/status/state")
                        .asText()
                        .equals("TASK_STATE_INPUT_REQUIRED"));
        client.rpc("SendMessage", "{\"message\":" + message(text("approve"), ",\"taskId\":\"" + task + "\"") + "}");
    }

    @Test
    void whoIsRegistered_isToldOfEachState_withItsCredentials_untilTheEnd() throws Exception {
        try (Pusher pusher = new Pusher("localhost")) {
            assertThat(A2aMessages.JSON
                            .readTree(pusher.talk.http("GET", CARD, "").body())
                            .at("/capabilities/pushNotifications")
                            .asBoolean())
                    .isTrue();
            JsonNode task = pusher.result(
                            "SendMessage",
                            "{\"message\":" + message(text("tea"), TO_WRITER)
                                    + ",\"configuration\":{\"returnImmediately\":true,\"taskPushNotificationConfig\":"
                                    + config("", "mine", hook()).replace("\"taskId\":\"\",", "") + "}}")
                    .get("task");
            String id = task.get("id").asText();
            assertThat(pusher.result("GetTaskPushNotificationConfig", "{\"taskId\":\"" + id + "\",\"id\":\"mine\"}")
                            .get("url")
                            .asText())
                    .isEqualTo(hook());

            finish(id);

            await().atMost(PATIENCE)
                    .until(() -> told.stream().anyMatch(one -> one.state().equals("TASK_STATE_COMPLETED")));
            assertThat(told).allSatisfy(one -> {
                assertThat(one.authorization()).isEqualTo("Bearer s3cret-credentials");
                assertThat(one.token()).isEqualTo("t-1");
                assertThat(one.type()).isEqualTo("application/a2a+json");
                pusher.talk.messages().require("StreamResponse", one.body());
                assertThat(one.body().size()).isEqualTo(1);
            });
            assertThat(told.get(0).body().has("task")).isTrue();
            assertThat(told).anyMatch(one -> one.state().equals("TASK_STATE_INPUT_REQUIRED"));
            assertThat(told).anyMatch(one -> one.body().has("artifactUpdate"));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(Files.readString(folder.resolve("push.json")))
                            .isEqualTo("[]"));
        }
    }

    @Test
    void messageThatIsSentAgain_hasTheSameReceiver() throws Exception {
        String message = "{\"message\":" + message(text("tea"), TO_WRITER)
                + ",\"configuration\":{\"returnImmediately\":true,\"taskPushNotificationConfig\":{\"url\":\"" + hook()
                + "\"}}}";
        try (Pusher pusher = new Pusher("localhost")) {
            String id = "";
            for (int i = 0; i < 2; i++) {
                id = pusher.result("SendMessage", message).at("/task/id").asText();
            }
            assertThat(pusher.result("ListTaskPushNotificationConfigs", "{\"taskId\":\"" + id + "\"}")
                            .get("configs"))
                    .hasSize(1);
        }
    }

    @Test
    void receivers_areListedAndDeleted_asOftenAsOneLikes_andTheirSecretsAreNotShown() throws Exception {
        String task = begun("tea", "");
        try (Pusher pusher = new Pusher("localhost")) {
            List<String> answers = new ArrayList<>();
            answers.add(pusher.result("CreateTaskPushNotificationConfig", config(task, "a", hook()))
                    .toString());
            String path = "/a2a/tasks/" + task + "/pushNotificationConfigs";
            answers.add(pusher.talk.http("POST", path, config("", "b", hook())).body());
            answers.add(pusher.talk.http("GET", path, "").body());
            answers.add(pusher.talk.http("GET", path + "/b", "").body());
            JsonNode listed = pusher.result("ListTaskPushNotificationConfigs", "{\"taskId\":\"" + task + "\"}");
            assertThat(listed.get("configs"))
                    .extracting(one -> one.get("id").asText())
                    .containsExactly("a", "b");
            assertThat(answers).noneMatch(answer -> answer.contains("s3cret") || answer.contains("t-1"));
            assertThat(answers).allMatch(answer -> answer.contains(hook()));

            String one = "{\"taskId\":\"" + task + "\",\"id\":\"a\"}";
            for (int i = 0; i < 2; i++) {
                pusher.result("DeleteTaskPushNotificationConfig", one);
                assertThat(pusher.talk.http("DELETE", path + "/b", "").statusCode())
                        .isEqualTo(200);
            }
            assertThat(pusher.call("GetTaskPushNotificationConfig", one)
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32001);
            assertThat(pusher.talk.http("GET", path + "/b", "").statusCode()).isEqualTo(404);
            assertThat(pusher.result("ListTaskPushNotificationConfigs", "{\"taskId\":\"" + task + "\"}")
                            .get("configs"))
                    .isEmpty();
            assertThat(pusher.call("CreateTaskPushNotificationConfig", config("nobodys", "a", hook()))
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32001);
        }
    }

    @Test
    void aReceiver_outlivesTheServer_andOneThatFails_isToldAgain() throws Exception {
        String task = begun("tea", "");
        try (Pusher pusher = new Pusher("localhost")) {
            pusher.result("CreateTaskPushNotificationConfig", config(task, "a", hook()));
            await().atMost(PATIENCE).until(() -> !told.isEmpty());
        }
        told.clear();
        finish(task);
        assertThat(told).as("nobody is there to tell it").isEmpty();
        statuses.addAll(List.of(503, 500));

        try (Pusher pusher = new Pusher("localhost")) {
            await().atMost(PATIENCE)
                    .until(() -> told.stream().anyMatch(one -> one.state().equals("TASK_STATE_COMPLETED")));
            assertThat(statuses).isEmpty();
        }
    }

    @Test
    void aReceiverWithinTheNetwork_isRefused_unlessItIsNamed() throws Exception {
        String task = begun("tea", "");
        try (Pusher pusher = new Pusher("hooks.example.org")) {
            for (String url :
                    List.of(hook(), "http://127.0.0.1:9/", "http://169.254.169.254/latest", "http://[::1]/")) {
                JsonNode error = pusher.call("CreateTaskPushNotificationConfig", config(task, "a", url))
                        .get("error");
                assertThat(error.get("code").asInt()).as(url).isEqualTo(-32602);
                assertThat(error.get("message").asText()).contains("no address of the internet", "--push-to");
            }
            for (String url : List.of("ftp://hooks.example.org/", "nonsense", "http://me:pw@hooks.example.org/", "")) {
                assertThat(pusher.call("CreateTaskPushNotificationConfig", config(task, "a", url))
                                .at("/error/code")
                                .asInt())
                        .as(url)
                        .isEqualTo(-32602);
            }
        }
        assertThat(told).isEmpty();
    }
}
