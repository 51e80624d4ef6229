package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.RunningApi.note;
import static io.patchboard.standalone.http.RunningApi.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.http.RunningApi.Answer;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.run.Workers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far a worker has come, over HTTP, and what the next attempt is given of it. */
final class ProgressApiTest extends ApiRig {

    private static final String POLL = "{\"workers\":[\"scribe\"],\"checkpoints\":true,\"lease\":\"PT1M\"}";
    private static final String HALFWAY = "{\"progress\":\"7 of 12 pages\",\"checkpoint\":{\"page\":8}}";

    /** What a model's worker writes down before it calls a tool with effects. */
    static final String BEGUN = """
            {"prefixHash": "p", "action": "act-1", "callsOf": {"send": 1}, "turns": [],
             "begun": {"text": "", "protocol": "ChatCompletions", "message": {}, "results": [],
                       "calls": [{"id": "1", "name": "send", "arguments": "{}"}]}}""";

    private static String progressPath(JsonObject invocation) {
        return "/v1/invocations/" + text(invocation, "invocationId") + "/progress";
    }

    @Test
    void progress_beginsTheLeaseAnew_andTheNextAttemptHasTheCheckpoint() throws Exception {
        api.createBoard("long", "q-long");
        JsonObject first = poll("q-long", POLL);
        assertThat(first.has("checkpoint")).isFalse();

        Answer kept = api.post(progressPath(first), HALFWAY);
        Answer failed = api.post(answerPath(first), "{\"error\":\"out of paper\"}");
        JsonObject second = poll("q-long", POLL);
        Answer committed = api.post(answerPath(second), note("bread"));

        assertThat(kept.status()).as(kept.text()).isEqualTo(200);
        assertThat(Instant.parse(kept.text("leaseUntil"))).isAfterOrEqualTo(Instant.parse(text(first, "leaseUntil")));
        assertThat(failed.status()).as(failed.text()).isEqualTo(200);
        assertThat(second.get("attempt")).contains(Json.of(2));
        assertThat(second.get("checkpoint")).contains(JsonReader.parse("{\"page\":8}"));
        assertThat(committed.status()).as(committed.text()).isEqualTo(200);
        assertThat(((JsonObject) committed.json().get("usage").orElseThrow()).get("checkpoint"))
                .contains(Json.of(CanonicalJson.sha256(JsonReader.parse("{\"page\":8}"))));
        assertProblem(api.post(progressPath(second), HALFWAY), 404);
    }

    @Test
    void progress_isShownToWhoAsksForIt() throws Exception {
        api.createBoard("shown", "q-shown");
        api.post(progressPath(poll("q-shown", POLL)), HALFWAY);

        assertThat(cli("board", "progress", "shown").out())
                .contains("scribe, attempt 1: 7 of 12 pages, checkpoint of 10 bytes");
        assertThat(cli("board", "progress", "shown", "--json").out()).contains("\"page\": 8");
        assertThat(cli("board", "progress", "nobody").out()).contains("Nobody says anything");
        assertThat(api.get("/v1/boards/shown/progress").text())
                .contains("\"progress\":\"7 of 12 pages\"", "\"checkpointBytes\":10", "\"worker\":\"scribe\"")
                .doesNotContain("\"page\"");
        assertThat(api.get("/v1/boards/nobody/progress").text()).isEqualTo("{\"progress\":[]}");
    }

    @Test
    void wordOfAPerson_onACallOfWhichNobodyKnows_isGivenToTheNextAttempt() throws Exception {
        api.createBoard("unknown", "q-unknown");
        api.post(progressPath(poll("q-unknown", POLL)), "{\"checkpoint\":" + BEGUN + "}");
        String settle = "/v1/boards/unknown/settle";

        assertProblem(api.post("/v1/boards/nobody/settle", "{\"done\":false}"), 409);
        assertProblem(api.post(settle, "{\"done\":false,\"worker\":\"another\"}"), 409);
        assertProblem(api.post(settle, "{}"), 400);
        assertProblem(api.post(settle, "{\"done\":false,\"result\":1}"), 400);
        assertProblem(api.post(settle, "{\"done\":true,\"why\":1}"), 400);
        Answer settled = api.post(settle, "{\"done\":true,\"result\":{\"receipt\":41},\"by\":\"ada\"}");

        assertThat(settled.status()).as(settled.text()).isEqualTo(200);
        assertThat(settled.text())
                .contains(
                        "\"tool\":\"send\"", "\"idempotencyKey\":\"act-1\"", "\"worker\":\"scribe\"", "\"done\":true");
        assertThat(cli("board", "progress", "unknown", "--json").out())
                .contains("ada says that send under key act-1 was done", "\"receipt\": 41");
    }

    @Test
    void serverThatNeverLentIt_findsTheCheckpoint_whenItLendsTheNextAttempt() throws Exception {
        api.createBoard("moved", "q-moved");
        JsonObject first = poll("q-moved", POLL);
        api.post(progressPath(first), HALFWAY);

        try (RunningApi other = new RunningApi(all)) {
            assertProblem(other.post(progressPath(first), HALFWAY), 404);
            api.post(answerPath(first), "{\"error\":\"out of paper\"}");
            JsonObject second = poll("q-moved", "{\"workers\":[\"scribe\"]}");
            assertThat(second.has("checkpoint")).as("nobody asked for it").isFalse();
            api.post(answerPath(second), "{\"error\":\"out of paper again\"}");
        }
        assertThat(poll("q-moved", POLL).get("checkpoint")).contains(JsonReader.parse("{\"page\":8}"));
    }

    @Test
    void whatIsTooLarge_ofNobody_orNoReport_isRefused() throws Exception {
        api.createBoard("hostile", "q-hostile");
        JsonObject invocation = poll("q-hostile", POLL);
        String path = progressPath(invocation);

        assertProblem(api.post(path, "{\"checkpoint\":" + Json.of("x".repeat(600_000)) + "}"), 400);
        assertProblem(api.post(path, "{\"progress\":" + Json.of("x".repeat(501)) + "}"), 400);
        assertProblem(api.post(path, "{\"progress\":7}"), 400);
        assertProblem(api.post(path, "{\"patch\":[]}"), 400);
        assertProblem(api.post("/v1/invocations/another/progress", HALFWAY), 404);
        api.post(answerPath(invocation), "{\"error\":\"out of paper\"}");

        assertThat(poll("q-hostile", POLL).has("checkpoint"))
                .as("nothing was kept")
                .isFalse();
    }

    @Test
    void reportsWithoutEnd_areTakenUpToABound() throws Exception {
        api.createBoard("chatty", "q-chatty");
        JsonObject invocation = poll("q-chatty", POLL);
        for (int i = 0; i < 1_000; i++) {
            Answer taken = api.post(progressPath(invocation), "{\"checkpoint\":" + i + "}");
            assertThat(taken.status()).as(taken.text()).isEqualTo(200);
        }

        assertProblem(api.post(progressPath(invocation), "{\"checkpoint\":1000}"), 409);
    }

    @Test
    void topic_keepsTheLatest_forAWeek() throws Exception {
        api.createBoard("kept", "q-kept");
        api.post(progressPath(poll("q-kept", POLL)), HALFWAY);

        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "patchboard.checkpoints");
        try (Admin admin = Admin.create(all.connection().clientConfig(Map.of()))) {
            var settings = admin.describeConfigs(List.of(topic)).all().get().get(topic);
            assertThat(settings.get("cleanup.policy").value()).contains("compact", "delete");
            assertThat(settings.get("retention.ms").value()).isEqualTo("604800000");
        }
    }

    /** Says at its first call how far it is, and fails; at its second it goes on. */
    @Test
    void endpoint_isToldWhereToReport_withoutAToken(@TempDir Path folder) throws Exception {
        List<String> bodies = new CopyOnWriteArrayList<>();
        List<Integer> told = new CopyOnWriteArrayList<>();
        HttpServer worker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        worker.createContext("/", exchange -> work(exchange, bodies, told));
        worker.start();
        AwaitedAnswers awaited = new AwaitedAnswers();
        Workers workers = Workers.parse(
                "workers: {scribe: {http: \"http://127.0.0.1:"
                        + worker.getAddress().getPort() + "/\", checkpoints: true}}",
                folder.resolve("workers.yaml"));
        HttpApi server = HttpApi.start(HttpServerConfig.onPort(0).withToken(new Secret("let-me-in")));
        Callbacks places = new Callbacks(Optional.of(URI.create(server.url())), awaited);
        try (AllInOne own = AllInOne.start(AllInOneConfig.on(folder.resolve("data"))
                        .withWorkers(List.of(workers))
                        .withCallbacks(() -> places));
                server) {
            server.serve(own.connection(), awaited, folder.resolve("model"));
            String blueprint =
                    RunningApi.BLUEPRINT.replace("QUEUE", "q-endpoint").replace("== 9", "== 1");
            HttpResult created = post(
                    server.url() + "/v1/boards",
                    "{\"boardId\":\"called\",\"blueprint\":" + blueprint + "}",
                    "let-me-in");
            assertThat(created.status()).as(created.text()).isEqualTo(201);

            await().atMost(PATIENCE).until(() -> bodies.size() == 2);
        } finally {
            worker.stop(0);
        }
        assertThat(told).as("with the capability, and with another").containsExactly(200, 401);
        assertThat(bodies.get(0)).doesNotContain("\"checkpoint\"");
        assertThat(bodies.get(1)).contains("\"checkpoint\":{\"page\":8}");
    }

    private record HttpResult(int status, String text) {}

    private static HttpResult post(String url, String body, String token) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        var response = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
        return new HttpResult(response.statusCode(), response.body());
    }

    private static void work(HttpExchange exchange, List<String> bodies, List<Integer> told) throws IOException {
        try (exchange) {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            String answer = note("done");
            if (bodies.size() == 1) {
                String progress = exchange.getRequestHeaders().getFirst("PatchBoard-Progress");
                told.add(post(progress, HALFWAY, "").status());
                told.add(post(progress.replaceAll("capability=.*", "capability=guessed"), HALFWAY, "")
                        .status());
                answer = "{\"error\":\"out of paper\"}";
            }
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
