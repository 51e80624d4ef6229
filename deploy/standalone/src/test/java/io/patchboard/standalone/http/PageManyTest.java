package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.standalone.http.RunningApi.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One act on many boards: what it will hit, what it did, and who refused. */
@InChromium
class PageManyTest extends BrowserRig {

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"herd","state":{"schema":{"type":"object"},"initial":{}},
             "workers":{"guest":{"unsolicited":true,"write":[{"op":["add"],"path":"/x"}]}}}""";

    /** The first thing that a board is sent is refused, as long as the page is not healed. */
    private static final String REFUSE_FIRST = """
            const before = window.fetch;
            let refused;
            window.fetch = (address, options) => {
              refused ??= options.body;
              const refusal = () => new Response('{"detail":"Not this one."}', {status: 409});
              return options.body && options.body === refused ? Promise.resolve(refusal()) : before(address, options);
            };
            window.heal = () => { window.fetch = before; };""";

    private String phase(String board) throws Exception {
        return api.get("/v1/boards/" + board).text("phase");
    }

    @Test
    void boards_arePausedTogether_thoseThatRefuseAreTold_andTheOthersResumeTogether() throws Exception {
        for (String id : List.of("herd-1", "herd-2", "herd-3", "herd-4", "herd-5")) {
            assertThat(api.post("/v1/boards", "{\"boardId\":\"" + id + "\",\"blueprint\":" + BLUEPRINT + "}")
                            .status())
                    .isEqualTo(201);
        }
        api.createBoard("stranger", "nobody");
        assertThat(api.post("/v1/boards/herd-5/pause", "{}").status()).isEqualTo(200);

        open("#/?blueprint=herd");
        awaitShown(".row", "herd-1");
        link("Act on these …").click();
        awaitShown("#preview", "4 boards of 5");
        awaitShown("#preview", "1 is in another phase");
        assertThat(address()).isEqualTo("/many?blueprint=herd");
        assertThat(shown("#chosen")).contains("herd-1", "herd-5").doesNotContain("stranger");
        click("#chosen input[value=herd-2]");
        awaitShown("#preview", "3 boards of 5");
        assertAccessibleInEveryLook();
        look(WIDE, 800, false);

        assertThat(api.post("/v1/boards/herd-3/cancel", "{\"reason\":\"meanwhile\"}")
                        .status())
                .isEqualTo(200);
        click(".many textarea");
        press("maintenance <b>tonight</b>");
        button(".many .verbs", "Pause 3 boards").click();
        awaitShown(".outcome", "3 of 3, over: 2 done, 1 refused");
        awaitShown(".outcome .remarks", "herd-3");
        assertAccessible();
        picture("page-many");
        assertThat(List.of(phase("herd-1"), phase("herd-2"), phase("herd-3"), phase("herd-4"), phase("stranger")))
                .isEqualTo(List.of("paused", "open", "cancelled", "paused", "open"));
        assertThat(api.get("/v1/boards/herd-4/log?kind=BoardPaused").text()).contains("maintenance <b>tonight</b>");

        button(".many .verbs", "Read again").click();
        awaitShown("#preview", "1 board of 5");
        click(".many input[value=resume]");
        awaitShown("#preview", "3 boards of 5");
        button(".many .verbs", "Resume 3 boards").click();
        awaitShown(".outcome", "3 of 3, over: 3 done, 0 refused");
        assertThat(phase("herd-5")).isEqualTo("open");

        button(".many .verbs", "Read again").click();
        click(".many input[value=reopen]");
        awaitShown("#preview", "1 board of 5");
        button(".many .verbs", "Reopen 1 board").click();
        awaitShown(".outcome", "1 of 1, over: 1 done, 0 refused");
        assertThat(phase("herd-3")).isEqualTo("open");
    }

    @Test
    void whatManyBoardsWaitFor_isTriedAgain_andWhatHasNoSuchOption_isTold() throws Exception {
        String failing = """
                {"apiVersion":"patchboard/v1","name":"flock","state":{"schema":{"type":"object"},"initial":{}},
                 "workers":{"clerk":{"queue":"flock","write":[{"op":["add"],"path":"/x"}]},
                            "guest":{"unsolicited":true,"write":[{"op":["add"],"path":"/x"}]}},
                 "rules":[{"name":"begin","on":{"event":"created"},"invoke":"clerk"}],
                 "gates":[{"name":"out","worker":"guest"}],
                 "policies":{"default":{"timeout":"PT30M","retry":{"maxAttempts":1},"onExhausted":"incident"}}}""";
        for (String id : List.of("flock-1", "flock-2", "flock-3")) {
            assertThat(api.post("/v1/boards", "{\"boardId\":\"" + id + "\",\"blueprint\":" + failing + "}")
                            .status())
                    .isEqualTo(201);
            if (!id.equals("flock-3")) {
                api.post(answerPath(poll("flock", "{\"wait\":\"PT20S\"}")), "{\"error\":\"no idea\"}");
            }
        }
        for (String held : List.of("flock-2", "flock-3")) {
            assertThat(api.post(
                                    "/v1/boards/" + held + "/proposals",
                                    "{\"worker\":\"guest\",\"patch\":[{\"op\":\"add\",\"path\":\"/x\",\"value\":1}]}")
                            .status())
                    .isEqualTo(202);
        }

        eventually(() -> assertThat(
                        api.get("/v1/boards?needsPerson=true&blueprint=flock").text())
                .contains("flock-1", "flock-2", "flock-3"));
        open("#/many?blueprint=flock&needsPerson=true");
        awaitShown("#chosen", "flock-3");
        click(".many input[value=retry]");
        awaitShown("#preview", "3 boards of 3");
        assertAccessible();
        click(".many textarea");
        press("the model is back");
        button(".many .verbs", "Retry 3 boards").click();
        awaitShown(".outcome", "3 of 3, over: 2 done, 1 refused");
        awaitShown(".outcome .remarks", "flock-3");
        assertThat(api.get("/v1/boards/flock-1").text()).contains("\"needsPerson\":[]", "\"worker\":\"clerk\"");
        assertThat(api.get("/v1/boards/flock-2").text())
                .contains("\"options\":[\"approve\"", "\"worker\":\"clerk\"")
                .doesNotContain("\"retry\"");
    }

    @Test
    void whatIsRefused_doesNotStopTheBoardsOthers_andIsAskedForAnew() throws Exception {
        String failing = """
                {"apiVersion":"patchboard/v1","name":"pair","state":{"schema":{"type":"object"},"initial":{}},
                 "workers":{"one":{"queue":"pair","write":[{"op":["add"],"path":"/x"}]},
                            "other":{"queue":"pair","write":[{"op":["add"],"path":"/y"}]}},
                 "rules":[{"name":"first","on":{"event":"created"},"invoke":"one"},
                          {"name":"second","on":{"event":"created"},"invoke":"other"}],
                 "policies":{"default":{"timeout":"PT30M","retry":{"maxAttempts":1},"onExhausted":"incident"}}}""";
        Answer created = api.post("/v1/boards", "{\"boardId\":\"pair\",\"blueprint\":" + failing + "}");
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        for (int i = 0; i < 2; i++) {
            api.post(answerPath(poll("pair", "{\"wait\":\"PT20S\"}")), "{\"error\":\"no idea\"}");
        }
        eventually(() -> assertThat(
                        api.get("/v1/boards?needsPerson=true&blueprint=pair").text())
                .contains("\"decisions\":2"));
        open("#/many?blueprint=pair&needsPerson=true");
        click(".many input[value=retry]");
        click(".many textarea");
        press("the model is back");
        browser.executeScript(REFUSE_FIRST);
        button(".many .verbs", "Retry 1 board").click();
        awaitShown(".outcome .remarks", "Not this one.");
        assertThat(api.get("/v1/boards/pair/log?kind=Decided").text()).containsOnlyOnce("\"type\":\"Decided\"");

        browser.executeScript("window.heal()");
        button(".many .verbs", "Try again with 1 board").click();
        awaitShown(".outcome", "1 of 1, over: 1 done, 0 refused");
        assertThat(api.get("/v1/boards/pair").text()).contains("\"needsPerson\":[]");
    }
}
