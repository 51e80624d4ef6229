package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.access.DecisionLinks;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What somebody can do who has a link and no token. */
class LinksApiTest extends ApiRig {

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"linked",
             "state":{"schema":{"type":"object"},"initial":{"text":"draft"}},
             "workers":{"guest":{"unsolicited":true,"write":[{"op":["replace"],"path":"/text"}]}},
             "gates":[{"name":"publish","on":{"path":"/text"},"approvers":["ada","grace"]}]}
            """;

    private static final DecisionLinks LINKS = new DecisionLinks(new Secret("0123456789abcdef0123456789abcdef"));
    private static final String[] ROOT = {"Authorization", "Bearer the-token-of-all"};

    private RunningApi guarded;
    private RunningApi open;

    @BeforeAll
    void startBoth() {
        HttpServerConfig config = HttpServerConfig.onPort(0).withLinks(Optional.of(LINKS));
        guarded = new RunningApi(all, new AwaitedAnswers(), config.withToken(new Secret("the-token-of-all")));
        open = new RunningApi(all, new AwaitedAnswers(), config);
    }

    @AfterAll
    void stopBoth() {
        guarded.close();
        open.close();
    }

    /** The number of what waits for somebody on a board that was made for it. */
    private long held(String board) throws Exception {
        String body =
                "{\"commandId\":\"c-" + board + "\",\"boardId\":\"" + board + "\",\"blueprint\":" + BLUEPRINT + "}";
        await().atMost(PATIENCE)
                .until(() -> guarded.post("/v1/boards", body, ROOT).status() == 201);
        guarded.post(
                "/v1/boards/" + board + "/proposals",
                "{\"worker\":\"guest\",\"patch\":[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"final\"}]}",
                ROOT);
        await().atMost(PATIENCE)
                .until(() -> guarded.get("/v1/boards/" + board, ROOT).text().contains("\"kind\":\"gate\""));
        JsonArray items =
                (JsonArray) guarded.get("/v1/inbox", ROOT).json().get("items").orElseThrow();
        return items.stream()
                .map(JsonObject.class::cast)
                .filter(item -> item.toString().contains("\"boardId\":\"" + board + "\""))
                .mapToLong(item -> Long.parseLong(item.get("item").orElseThrow().toString()))
                .findFirst()
                .orElseThrow();
    }

    private static Instant later() {
        return Instant.now().plusSeconds(3_600);
    }

    private static String place(String board, long item, String person) {
        return "/v1/inbox/" + board + "/" + item + "?capability=" + LINKS.capability(board, item, person, later());
    }

    @Test
    void holder_looksAtIt_andDecidesInTheNameOfTheLink() throws Exception {
        long item = held("decided");

        Answer seen = guarded.get(place("decided", item, "ada"));
        Answer decided = guarded.post(place("decided", item, "ada"), "{\"option\":\"approve\",\"reason\":\"fine\"}");
        Answer again = guarded.post(place("decided", item, "grace"), "{\"option\":\"reject\",\"reason\":\"late\"}");

        assertThat(seen.status()).as(seen.text()).isEqualTo(200);
        assertThat(seen.text()).contains("changes /text from");
        assertThat(decided.status()).as(decided.text()).isEqualTo(200);
        assertThat(decided.text("by")).isEqualTo("ada");
        assertProblem(again, 409);
        await().atMost(PATIENCE)
                .until(() -> guarded.get(place("decided", item, "ada")).status() == 404);
    }

    @Test
    void capability_opensNothingElse() throws Exception {
        long item = held("closed");
        String capability = "?capability=" + LINKS.capability("closed", item, "ada", later());

        assertProblem(guarded.get("/v1/inbox/closed/" + (item + 1) + capability), 401);
        assertProblem(guarded.get("/v1/inbox/other/" + item + capability), 401);
        assertProblem(guarded.get("/v1/boards/closed" + capability), 401);
        assertProblem(guarded.get("/v1/inbox" + capability), 401);
        assertProblem(guarded.post("/v1/boards/closed/resolve" + capability, "{}"), 401);
        String old = LINKS.capability("closed", item, "ada", Instant.now().minusSeconds(5));
        assertProblem(guarded.get("/v1/inbox/closed/" + item + "?capability=" + old), 401);
        assertProblem(guarded.get("/v1/inbox/closed/" + item), 401);
        assertProblem(api.get("/v1/inbox/closed/x"), 404);
    }

    @Test
    void whoMayNot_mayNotByALinkEither_norInAnothersName() throws Exception {
        long item = held("refused");

        Answer stranger =
                guarded.post(place("refused", item, "eve"), "{\"option\":\"approve\",\"reason\":\"I want it\"}");
        Answer other = guarded.post(
                place("refused", item, "ada"), "{\"option\":\"approve\",\"reason\":\"fine\",\"by\":\"grace\"}");

        assertProblem(stranger, 403);
        assertThat(stranger.text("code")).isEqualTo("not-approver");
        assertProblem(other, 403);
    }

    @Test
    void withoutTokens_aLinkStillSaysWhoDecides() throws Exception {
        long item = held("open");

        Answer decided = open.post(place("open", item, "grace"), "{\"option\":\"reject\",\"reason\":\"not so\"}");

        assertThat(decided.status()).as(decided.text()).isEqualTo(200);
        assertThat(decided.text("by")).isEqualTo("grace");
    }
}
