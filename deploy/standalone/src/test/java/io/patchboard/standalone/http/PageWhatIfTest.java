package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import org.junit.jupiter.api.Test;

/** What would have been otherwise by another blueprint, asked on the page. */
@InChromium
class PageWhatIfTest extends BrowserRig {

    private static final String HOSTILE = "<img src=x onerror='window.hacked=1'>";

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"texts",
             "state":{"schema":{"type":"object","properties":{"text":{"type":"string","maxLength":60}}},"initial":{"text":""}},
             "workers":{"guest":{"unsolicited":true,"write":[{"op":["replace"],"path":"/text"}]},
                        "clerk":{"queue":"texts","write":[{"op":["replace"],"path":"/text"}]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"clerk"}]}""";

    private void write(String text) {
        find("[name=blueprint]").clear();
        find("[name=blueprint]").sendKeys(text);
    }

    private void propose(String text) throws Exception {
        assertThat(api.post(
                                "/v1/boards/judged/proposals",
                                "{\"worker\":\"guest\",\"patch\":[{\"op\":\"replace\",\"path\":\"/text\",\"value\":"
                                        + Json.of(text) + "}]}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void pastProposals_areJudgedByAnotherBlueprint_andNothingIsChanged() throws Exception {
        assertThat(api.post("/v1/boards", "{\"boardId\":\"judged\",\"blueprint\":" + BLUEPRINT + "}")
                        .status())
                .isEqualTo(201);
        propose("short");
        propose("a text that is longer, as it is");
        propose(HOSTILE);
        String before = api.get("/v1/boards/judged/log").text();

        open("#/boards/judged");
        awaitShown(".board-facts", "open");
        link("What if …").click();
        awaitValue("[name=blueprint]", "\"maxLength\": 60");
        awaitShown("#remarks", "valid");
        button(".whatif .verbs", "Judge").click();
        awaitShown(".report", "Nothing flips");

        write(BLUEPRINT.replace("60", "-1"));
        awaitShown("#remarks .errors", "maxLength");
        button("#remarks", "line 2").click();
        eventually(() -> assertThat(browser.executeScript("const field = document.activeElement;"
                        + "return field.value.slice(field.selectionStart, field.selectionEnd)"))
                .asString()
                .contains("maxLength"));

        write(BLUEPRINT.replace("60", "20").replace("begin", "start"));
        awaitShown("#remarks", "valid");
        awaitShown(".report .gone", "judge again");
        button(".whatif .verbs", "Judge").click();
        awaitShown(".report h2", "2 verdicts flip");
        awaitShown(".flip", "2 would be rejected");
        awaitShown(".report", "1 clerk by start");
        awaitShown(".report", "1 clerk by begin");
        awaitShown(".report", "Tokens");
        assertAccessibleInEveryLook();
        look(WIDE, 800, false);
        picture("page-what-if");

        link("entry 4").click();
        eventually(() -> assertThat(address()).isEqualTo("/boards/judged?e=4"));
        awaitShown(".entry-title", "patch committed");
        browser.navigate().back();
        awaitShown(".report h2", "2 verdicts flip");
        click("input[value=onward]");
        eventually(() -> assertThat(address()).isEqualTo("/boards/judged/what-if?mode=onward"));
        button(".whatif .verbs", "Judge").click();
        eventually(() -> assertThat(shown(".report"))
                .contains("would have been invited otherwise")
                .doesNotContain("judge again"));

        assertThat(api.get("/v1/boards/judged/log").text()).isEqualTo(before);
        assertThat(browser.executeScript("return window.hacked === undefined && !document.querySelector('main img')"))
                .isEqualTo(true);
    }
}
