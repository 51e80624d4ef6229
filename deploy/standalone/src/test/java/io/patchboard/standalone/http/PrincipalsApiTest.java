package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.RunningApi.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.http.ReloadedPrincipals;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that tells its callers apart: each route by its right, and what they ask in their names. */
class PrincipalsApiTest extends ApiRig {

    /** Its worker is asked once, and then a person. */
    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"asks",
             "state":{"schema":{"type":"object"},"initial":{"n":0}},
             "workers":{"clerk":{"queue":"desk","write":[{"op":["replace"],"path":"/n"}]},
                        "guest":{"unsolicited":true,"write":[{"op":["replace"],"path":"/n"}]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"clerk"}],
             "policies":{"default":{"timeout":"PT30M","retry":{"maxAttempts":1},"onExhausted":"incident"}}}
            """;

    private RunningApi guarded;

    @BeforeAll
    void startGuarded(@TempDir Path dir) throws Exception {
        Path file = Files.writeString(dir.resolve("principals.yaml"), """
                principals:
                  reader: {tokens: ["%s"], rights: [read]}
                  shop: {tokens: ["%s"], rights: [create], propose: [guest]}
                  desk: {tokens: ["%s"], answer: [desk]}
                  ada: {tokens: ["%s"], rights: [read, approve]}
                  librarian: {tokens: ["%s"], rights: [publish]}
                  root: {tokens: ["%s"], rights: [read, create, operate, approve], propose: ["*"], answer: ["*"]}
                """.formatted(
                        hash("reader"), hash("shop"), hash("desk"), hash("ada"), hash("librarian"), hash("root")));
        guarded = new RunningApi(
                all, new AwaitedAnswers(), HttpServerConfig.onPort(0).withPrincipals(ReloadedPrincipals.of(file)));
    }

    @AfterAll
    void stopGuarded() {
        guarded.close();
    }

    private static String hash(String name) {
        return "sha256:" + CanonicalJson.sha256((name + "-token").getBytes(StandardCharsets.UTF_8));
    }

    private Answer get(String who, String path) throws Exception {
        return guarded.get(path, "Authorization", "Bearer " + who + "-token");
    }

    private Answer post(String who, String path, String body) throws Exception {
        return guarded.post(path, body, "Authorization", "Bearer " + who + "-token");
    }

    private void create(String board) throws Exception {
        String body =
                "{\"commandId\":\"c-" + board + "\",\"boardId\":\"" + board + "\",\"blueprint\":" + BLUEPRINT + "}";
        await().atMost(PATIENCE).until(() -> post("shop", "/v1/boards", body).status() == 201);
    }

    @Test
    void eachMayDoWhatItsRightsSay_andIsToldWhatItMayOtherwise() throws Exception {
        create("rights");
        String patch = "{\"worker\":\"guest\",\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":1}]}";
        // In this order: a proposal to a board that is paused waits.
        List<Map.Entry<String, List<String>>> allowed = List.of(
                Map.entry("GET /v1/boards/rights", List.of("reader", "ada", "root")),
                Map.entry("GET /v1/boards", List.of("reader", "ada", "root")),
                Map.entry("GET /v1/boards/rights/log", List.of("reader", "ada", "root")),
                Map.entry("POST /v1/boards/rights/proposals", List.of("shop", "root")),
                Map.entry("POST /v1/boards/rights/pause", List.of("root")),
                Map.entry("POST /v1/boards/rights/resume", List.of("root")),
                Map.entry("POST /v1/boards/rights/edit", List.of("root")),
                Map.entry("POST /v1/invocations/inv-lent-elsewhere/answer", List.of("root")),
                Map.entry("POST /v1/queues/other/poll", List.of("root")),
                Map.entry("GET /v1/boards/rights/commands/c-rights", List.of("reader", "shop", "ada", "root")));
        for (Map.Entry<String, List<String>> route : allowed) {
            String[] parts = route.getKey().split(" ");
            String body =
                    parts[1].endsWith("poll") ? "{\"wait\":\"PT0S\"}" : parts[1].endsWith("proposals") ? patch : "{}";
            for (String who : List.of("reader", "shop", "desk", "ada", "root")) {
                Answer answer = parts[0].equals("GET") ? get(who, parts[1]) : post(who, parts[1], body);
                assertThat(answer.status() != 403)
                        .as(route.getKey() + " by " + who + ": " + answer.text())
                        .isEqualTo(route.getValue().contains(who));
                assertThat(answer.status()).isNotEqualTo(401);
            }
        }
        assertProblem(guarded.get("/v1/boards/rights"), 401);
        assertThat(Cli.run("board", "list", "--url", guarded.url()).err())
                .contains("it says 401: ")
                .endsWith("but it has none." + System.lineSeparator());
        assertProblem(guarded.put("/v1/blueprints/asks", BLUEPRINT, "Authorization", "Bearer shop-token"), 403);
        Answer published = guarded.put("/v1/blueprints/asks", BLUEPRINT, "Authorization", "Bearer librarian-token");
        assertThat(published.status()).as(published.text()).isEqualTo(201);
        assertThat(published.text("by")).isEqualTo("librarian");
        Answer refused = post("shop", "/v1/boards/rights/proposals", patch.replace("guest", "clerk"));
        assertProblem(refused, 403);
        assertThat(refused.text("detail"))
                .isEqualTo("Expected a token whose principal may propose as \"clerk\", but it is that of shop, who may"
                        + " create; propose as guest.");
        assertThat(get("shop", "/v1/principal").json())
                .isEqualTo(JsonReader.parse(
                        "{\"name\":\"shop\",\"rights\":[\"create\"],\"propose\":[\"guest\"],\"answer\":[]}"));
    }

    @Test
    void outcomeOfACommand_isTold_toWhoMayReadOrSentIt() throws Exception {
        create("shops");
        String shops = "/v1/boards/shops/commands/c-shops";
        assertThat(post("root", "/v1/boards/shops/pause", "{\"commandId\":\"c-pause\"}")
                        .status())
                .isEqualTo(200);
        assertProblem(post("root", "/v1/boards/shops/pause", "{\"commandId\":\"c-again\"}"), 409);

        assertThat(get("shop", shops).text("type")).isEqualTo("BoardCreated");
        for (String others : List.of("c-pause", "c-again")) {
            String path = "/v1/boards/shops/commands/" + others;
            assertProblem(get("shop", path), 403);
            assertThat(get("root", path).status()).isEqualTo(200);
            assertThat(get("reader", path).status()).isEqualTo(200);
        }
        assertProblem(get("shop", "/v1/boards/shops/commands/c-none"), 404);
    }

    @Test
    void idOfAnothersCommand_tellsNothingOfIt() throws Exception {
        create("ids");
        assertThat(post("root", "/v1/boards/ids/pause", "{\"commandId\":\"c-mine\"}")
                        .status())
                .isEqualTo(200);
        String board = "{\"commandId\":\"ID\",\"boardId\":\"ids\",\"blueprint\":" + BLUEPRINT + "}";

        Answer otherKind = post("shop", "/v1/boards", board.replace("ID", "c-mine"));
        assertProblem(otherKind, 409);
        assertThat(otherKind.text("detail")).contains("PauseBoard", "CreateBoard");
        assertProblem(post("root", "/v1/boards/ids/resume", "{\"commandId\":\"c-mine\"}"), 409);
        assertThat(post("root", "/v1/boards/ids/pause", "{\"commandId\":\"c-mine\"}")
                        .status())
                .isEqualTo(200);
        assertThat(post("shop", "/v1/boards", board.replace("ID", "c-ids")).status())
                .isEqualTo(201);

        String roots = board.replace("ID", "c-roots").replace("\"ids\"", "\"roots\"");
        assertThat(post("root", "/v1/boards", roots).status()).isEqualTo(201);
        assertProblem(post("shop", "/v1/boards", roots), 403);
    }

    @Test
    void whoDecides_standsInTheLog_andNobodySpeaksForAnother() throws Exception {
        create("decided");
        // The boards of the other tests ask the same desk.
        JsonObject invocation = await().atMost(PATIENCE)
                .until(
                        () ->
                                guarded
                                        .lent(
                                                "desk",
                                                "{\"max\":100,\"wait\":\"PT1S\"}",
                                                "Authorization",
                                                "Bearer desk-token")
                                        .stream()
                                        .filter(lent -> text(lent, "boardId").equals("decided"))
                                        .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
        assertProblem(post("shop", answerPath(invocation), "{\"error\":\"no idea\"}"), 403);
        Answer first = post("desk", answerPath(invocation), "{\"error\":\"no idea\"}");
        assertThat(first.status()).as(first.text()).isEqualTo(200);
        Answer again = post("desk", answerPath(invocation), "{\"error\":\"no idea\"}");
        assertThat(again.status()).as(again.text()).isEqualTo(200);
        String outcome = "/v1/boards/decided/proposals/" + first.text("proposalId") + "?worker=clerk&invocationId="
                + text(invocation, "invocationId");
        assertThat(get("desk", outcome).status()).isEqualTo(200);
        assertProblem(get("shop", outcome), 403);

        String decision = "{\"option\":\"retry\",\"reason\":\"again\"BY}";
        assertProblem(post("reader", "/v1/boards/decided/resolve", decision.replace("BY", "")), 403);
        Answer other = post("ada", "/v1/boards/decided/resolve", decision.replace("BY", ",\"by\":\"root\""));
        assertProblem(other, 403);
        assertThat(other.text("detail")).contains("\"ada\"");
        Answer decided = post("ada", "/v1/boards/decided/resolve", decision.replace("BY", ""));
        assertThat(decided.status()).as(decided.text()).isEqualTo(200);
        assertThat(decided.text("by")).isEqualTo("ada");
    }

    @Test
    void withoutPrincipals_everybodyIsLocal() throws Exception {
        assertThat(api.get("/v1/principal").text("name")).isEqualTo("local");
    }

    @Test
    void streamEnds_whenItsReaderMayReadNoMore(@TempDir Path dir) throws Exception {
        create("revoked");
        Path file = Files.writeString(dir.resolve("principals.yaml"), principals("reader", "other"));
        try (RunningApi server = new RunningApi(
                all, new AwaitedAnswers(), HttpServerConfig.onPort(0).withPrincipals(ReloadedPrincipals.of(file)))) {
            HttpRequest follow = HttpRequest.newBuilder(URI.create(server.url() + "/v1/boards/revoked/log"))
                    .header("Accept", "text/event-stream")
                    .header("Authorization", "Bearer reader-token")
                    .build();
            InputStream events = HttpClient.newHttpClient()
                    .send(follow, BodyHandlers.ofInputStream())
                    .body();
            String first = new String(events.readNBytes(200), StandardCharsets.UTF_8);
            assertThat(first).contains("event: BoardCreated");

            Files.writeString(file, principals("other"));
            await().atMost(PATIENCE)
                    .until(() -> server.get("/v1/boards", "Authorization", "Bearer reader-token")
                                    .status()
                            == 401);
            post("root", "/v1/boards/revoked/pause", "{\"reason\":\"secret from now on\"}");

            assertThat(new String(events.readAllBytes(), StandardCharsets.UTF_8))
                    .doesNotContain("BoardPaused");
        }
    }

    private static String principals(String... readers) {
        StringBuilder file = new StringBuilder("principals:\n");
        for (String name : readers) {
            file.append("  ")
                    .append(name)
                    .append(": {tokens: [\"")
                    .append(hash(name))
                    .append("\"], rights: [read]}\n");
        }
        return file.toString();
    }
}
