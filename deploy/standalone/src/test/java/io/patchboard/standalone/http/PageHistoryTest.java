package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** What a stranger asks about a board, and who wrote a value of it. */
@InChromium
class PageHistoryTest extends BrowserRig {

    private static final String HOSTILE = "<img src=x onerror='window.hacked=1'>";

    private void propose(String patch) throws Exception {
        assertThat(api.post("/v1/boards/written/proposals", "{\"worker\":\"guest\",\"patch\":" + patch + "}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void value_tellsItsWriters_andLeadsToThem() throws Exception {
        api.post("/v1/boards", """
                {"boardId":"written","blueprint":{"apiVersion":"patchboard/v1","name":"written",
                 "state":{"schema":{"type":"object"},"initial":{"text":"first","other":1}},
                 "workers":{"guest":{"unsolicited":true,"write":[{"op":["replace"],"path":"/*"}]}}}}""");
        propose("[{\"op\":\"replace\",\"path\":\"/other\",\"value\":2}]");
        propose("[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"" + HOSTILE + "\"}]");

        open("#/boards/written");
        awaitShown(".node", "other");
        find("[aria-label='Who wrote /text']").sendKeys(Keys.ENTER);
        awaitShown(".history", "guest");
        assertThat(shown(".history")).contains("\"first\"", HOSTILE, "v3").doesNotContain("v2");
        assertThat(address()).contains("p=%2Ftext", "h=1");
        assertAccessibleInEveryLook();
        look(1280, 640, false);
        picture("page-history");
        button(".history", "guest").click();
        awaitShown(".entry-title", "patch committed");
        awaitShown(".entry-title", "v3");
        assertThat(browser.executeScript("return window.hacked === undefined")).isEqualTo(true);
    }

    @Test
    void whatCameBefore_isToldOnce_howeverOftenOneAsks() throws Exception {
        api.post("/v1/boards", """
                {"boardId":"often","blueprint":{"apiVersion":"patchboard/v1","name":"often",
                 "state":{"schema":{"type":"object"},"initial":{"n":0}},
                 "workers":{"guest":{"unsolicited":true,"write":[{"op":["replace"],"path":"/n"}]}}}}""");
        for (int i = 1; i <= 60; i++) {
            String patch = "[{\"op\":\"replace\",\"path\":\"/n\",\"value\":" + i + "}]";
            api.post("/v1/boards/often/proposals", "{\"worker\":\"guest\",\"patch\":" + patch + "}");
        }
        open("#/boards/often?p=/n&h=1");
        eventually(() ->
                assertThat(browser.findElements(By.cssSelector(".history li"))).hasSize(50));
        browser.executeScript("""
                const button = [...document.querySelectorAll('.history button')].at(-1);
                button.click();
                button.click();""");
        eventually(() ->
                assertThat(browser.findElements(By.cssSelector(".history li"))).hasSize(61));
    }

    @Test
    void addressBeyondTheEnd_saysSo_andLeadsToTheLastEntry() throws Exception {
        api.createBoard("short", "q-short");

        for (String beyond : List.of("v=99&e=999", "e=999", "v=99", "e=x", "v=99&b=98")) {
            open("#/boards/short?" + beyond);
            awaitShown(".pane-entry", "There is no such " + (beyond.contains("e=") ? "entry" : "version"));
            awaitShown(".pane-state", "State at v1");
            eventually(() -> assertThat(shown(".board")).doesNotContain("Reading"));
            click(".pane-entry a");
            awaitShown(".entry-title", "v1");
        }
    }

    private void written(String text) throws Exception {
        api.post(
                answerPath(poll("essay", "{\"wait\":\"PT20S\"}")),
                "[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"" + text + "\"}]");
    }

    /** Where did it fail and why, which clause rejected most, what was the writer shown, who wrote this, what if? */
    @Test
    void strangerWithFiveQuestions_aboutAFailedBoard_clicksToTheAnswers() throws Exception {
        String blueprint = """
                {"apiVersion":"patchboard/v1","name":"essay",
                 "state":{"schema":{"type":"object","properties":{"text":{"type":"string","maxLength":20}}},
                          "initial":{"text":"","notes":[]}},
                 "workers":{"writer":{"queue":"essay","read":["/notes"],"write":[{"op":["replace"],"path":"/text"}]},
                            "guest":{"unsolicited":true,"write":[{"op":["add"],"path":"/notes/-"}]}},
                 "invariants":[{"name":"no-shouting","path":"/text","rule":"!self.contains('!')"}],
                 "rules":[{"name":"begin","on":{"event":"created"},"invoke":"writer"}],
                 "policies":{"default":{"retry":{"maxAttempts":3},"onExhausted":"halt"}}}""";
        assertThat(api.post("/v1/boards", "{\"boardId\":\"essay-1\",\"blueprint\":" + blueprint + "}")
                        .status())
                .isEqualTo(201);
        written("Stop!");
        for (String note : List.of("quietly", "shortly")) {
            assertThat(api.post(
                                    "/v1/boards/essay-1/proposals",
                                    "{\"worker\":\"guest\",\"patch\":" + RunningApi.note(note) + "}")
                            .status())
                    .isEqualTo(200);
        }
        written("far more words than that");
        written("Halt!");

        open("#/");
        link("halted").click();
        link("essay-1").click();
        awaitShown(".waits-for", "writer");
        awaitShown(".waits-for", "failed");

        link("3 rejections").click();
        awaitShown("tbody tr:first-child", "no-shouting");
        awaitShown("tbody tr:first-child", "67 %");
        awaitShown("tbody tr:last-child", "maxLength");
        browser.navigate().back();

        button(".pane-timeline", "invitations").click();
        button(".entries", "attempt 3").click();
        awaitShown(".entry-title", "v3");
        click(".pane-entry .fold-out summary");
        awaitShown(".pane-entry .fold-out", "What writer was shown");
        awaitShown(".pane-entry .fold-out .tree", "shortly");
        button(".entries", "attempt 2").click();
        awaitShown(".entry-title", "v1");
        eventually(() -> assertThat(shown(".pane-entry .fold-out .tree")).doesNotContain("shortly"));

        press("l");
        find("[aria-label='Who wrote /notes']").sendKeys(Keys.ENTER);
        awaitShown(".history", "guest");
        awaitShown(".history", "\"shortly\"");

        link("What if …").click();
        awaitValue("[name=blueprint]", "no-shouting");
        String quieter =
                find("[name=blueprint]").getDomProperty("value").replace("!self.contains('!')", "size(self) >= 0");
        find("[name=blueprint]").clear();
        find("[name=blueprint]").sendKeys(quieter);
        awaitShown("#remarks", "valid");
        button(".whatif .verbs", "Judge").click();
        awaitShown(".report h2", "2 verdicts flip");
        awaitShown(".flip", "2 would be committed");
    }
}
