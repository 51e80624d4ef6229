package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.access.DecisionLinks;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One thing that waits for a person, by a link. */
@InChromium
class PageDecideTest extends BrowserRig {

    private static final String GATED = """
            {"apiVersion":"patchboard/v1","name":"letters",
             "state":{"schema":{"type":"object","properties":{"text":{"type":"string","maxLength":40}}},
                      "initial":{"text":"draft","sent":0}},
             "workers":{"writer":{"unsolicited":true,"write":[{"op":["replace"],"path":"/text"}]}},
             "gates":[{"name":"send","on":{"path":"/text"},
                       "card":{"title":"A letter goes out","show":["/sent"],"reverse":"Write another one."}}]}""";

    private static final DecisionLinks LINKS = new DecisionLinks(new Secret("0123456789abcdef0123456789abcdef"));

    private RunningApi guarded;

    @BeforeAll
    void startGuarded() {
        guarded = new RunningApi(
                all,
                new AwaitedAnswers(),
                HttpServerConfig.onPort(0)
                        .withToken(new Secret("the-token-of-all"))
                        .withLinks(Optional.of(LINKS)));
    }

    @AfterAll
    void stopGuarded() {
        guarded.close();
    }

    private void held(String board, String text) throws Exception {
        api.post("/v1/boards", "{\"boardId\":\"" + board + "\",\"blueprint\":" + GATED + "}");
        assertThat(api.post(
                                "/v1/boards/" + board + "/proposals",
                                "{\"worker\":\"writer\",\"patch\":[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\""
                                        + text + "\"}]}")
                        .text())
                .contains("\"status\":\"held\"");
    }

    @Test
    void link_showsOneThing_andDecidesItWithoutAToken() throws Exception {
        held("linked", "By <b>a</b> link");
        await().atMost(PATIENCE).until(() -> api.get("/v1/inbox").text().contains("\"boardId\":\"linked\""));
        long item = ((JsonArray) api.get("/v1/inbox").json().get("items").orElseThrow())
                .stream()
                        .map(JsonObject.class::cast)
                        .filter(one -> one.toString().contains("\"boardId\":\"linked\""))
                        .mapToLong(one ->
                                Long.parseLong(one.get("item").orElseThrow().toString()))
                        .findFirst()
                        .orElseThrow();
        URI link = LINKS.link(
                URI.create(guarded.url()), "linked", item, "ada", Instant.now().plusSeconds(3_600));

        open(guarded.url(), link.toString().substring(guarded.url().length() + 1));
        awaitShown(".decide h1", "A letter goes out");
        awaitShown(".decide", "from \"draft\" to \"By <b>a</b> link\"");
        assertAccessibleInEveryLook();
        look(PHONE, 640, false);
        picture("page-decide");
        look(WIDE, 800, false);
        press("m");
        find(".decide textarea[name=patch]").clear();
        find(".decide textarea[name=patch]").sendKeys("[{");
        find(".decide textarea[name=reason]").sendKeys("Fine.");
        button(".decide form", "modify").click();
        awaitShown(".failed", "no JSON");
        button(".decide", "approve …").click();
        find(".decide textarea[name=reason]").sendKeys("Fine.");
        assertAccessible();
        button(".decide form", "approve").click();
        awaitShown(".good", "Decided: approve, by ada.");
        assertThat(shown("#main")).doesNotContain("asks for a token");

        open(guarded.url(), "#/decide/linked/" + item + "?capability=forged");
        awaitShown(".failed", "This link is good no more");
    }
}
