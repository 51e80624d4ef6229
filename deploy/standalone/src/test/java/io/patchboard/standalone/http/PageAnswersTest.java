package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.standalone.http.RunningApi.Answer;
import org.junit.jupiter.api.Test;

/** Tokens, cost and time by worker and model, and circuit breakers that opened. */
@InChromium
class PageAnswersTest extends BrowserRig {

    private static final String MODEL = "<img src=x onerror='window.hacked=1'>";

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"paid",
             "state":{"schema":{"type":"object","properties":{"n":{"type":"integer"}}},"initial":{"n":0}},
             "workers":{"clerk":{"queue":"paid","write":[{"op":["replace"],"path":"/n"}]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"clerk"}],
             "policies":{"default":{"retry":{"maxAttempts":5}}},
             "circuit":{"invalidStreak":2,"onTrip":["incident"]}}""";

    private void answer(String value, String tokens) throws Exception {
        api.post(
                answerPath(poll("paid", "{\"wait\":\"PT20S\"}")),
                "{\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":" + value
                        + "}],\"usage\":{\"inputTokens\":" + tokens + ",\"outputTokens\":20,\"cost\":0.5,\"model\":\""
                        + MODEL + "\"}}");
    }

    /** 2^53 + 1 and a cost of 19 digits: beyond what a browser calculates with. */
    @Test
    void usageThatABrowserWouldRound_isShownRounded_whereverItStands() throws Exception {
        String usage =
                "\"usage\":{\"inputTokens\":9007199254740993,\"outputTokens\":0,\"cost\":0.00219459459459459459}";
        String blueprint = """
                {"apiVersion":"patchboard/v1","name":"dear","state":{"schema":{"type":"object"},"initial":{}},
                 "workers":{"guest":{"unsolicited":true,"write":[{"op":["add"],"path":"/*"}]}},
                 "gates":[{"name":"out","on":{"path":"/held"},"card":{"title":"A dear thing"}}]}""";
        api.post("/v1/boards", "{\"boardId\":\"dear-1\",\"blueprint\":" + blueprint + "}");
        for (String name : new String[] {"held", "shown"}) {
            String patch = "[{\"op\":\"add\",\"path\":\"/" + name + "\",\"value\":1}]";
            Answer answer = api.post(
                    "/v1/boards/dear-1/proposals", "{\"worker\":\"guest\",\"patch\":" + patch + "," + usage + "}");
            assertThat(answer.status()).as(answer.text()).isIn(200, 202);
        }

        open("#/?q=dear-1");
        awaitShown(".rows", "0T");
        awaitShown(".rows", "0.0022");
        link("dear-1").click();
        awaitShown(".facts", "9,007,199,254,740,992 + 0 tokens · 0.0022");
        awaitShown(".board-facts", "18,000T tokens");
        open("#/inbox?q=dear-1");
        awaitShown(".card .facts", "9010T tokens");
        open("#/hurts?board=dear-1");
        awaitShown("[aria-label='Answers by worker']", "9010T");
    }

    @Test
    void whatAnswersTook_isShownByWorkerAndModel_withTheCircuitsThatOpened() throws Exception {
        assertThat(api.post("/v1/boards", "{\"boardId\":\"paid-1\",\"blueprint\":" + BLUEPRINT + "}")
                        .text())
                .contains("\"version\":1");
        answer("\"none\"", "100");
        answer("\"none\"", "80");
        eventually(() -> assertThat(api.get("/v1/analytics/answers").text())
                .contains("\"key\":\"clerk\",\"committed\":0,\"rejected\":2,\"tokens\":220,\"cost\":1")
                .contains("\"detector\":\"invalidStreak\",\"worker\":\"clerk\",\"count\":1"));
        assertThat(api.get("/v1/analytics/answers?by=model").text()).contains("onerror", "\"seconds\":");
        assertProblem(api.get("/v1/analytics/answers?by=path"), 400);
        assertProblem(api.get("/v1/analytics/answers?board=none"), 404);

        open("#/hurts");
        awaitShown("[aria-label='Answers by worker']", "clerk");
        awaitShown("[aria-label='Answers by worker']", "220");
        awaitShown("[aria-label='Answers by model']", MODEL);
        awaitShown("[aria-label='Circuit breakers that opened']", "invalidStreak");
        assertThat(browser.executeScript("return window.hacked === undefined && !document.querySelector('main img')"))
                .isEqualTo(true);
        assertAccessibleInEveryLook();
        look(WIDE, 860, false);
        picture("page-answers");
        open("#/hurts?board=paid-1");
        awaitShown("[aria-label='Answers by worker']", "clerk");
        eventually(() -> find("[aria-label='Circuit breakers that opened'] a").click());
        awaitShown(".entry-title", "circuit tripped");
    }
}
