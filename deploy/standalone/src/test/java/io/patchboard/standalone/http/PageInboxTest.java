package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** What waits for a person, of all boards, decided with a key. */
@InChromium
class PageInboxTest extends BrowserRig {

    private static final String GATED = """
            {"apiVersion":"patchboard/v1","name":"%s",
             "state":{"schema":{"type":"object","properties":{"text":{"type":"string"}}},
                      "initial":{"text":"draft","notes":["a"]}},
             "workers":{"guest":{"unsolicited":true,
                                 "write":[{"op":["replace"],"path":"/text"},{"op":["add"],"path":"/notes/-"}]}},
             "gates":[{"name":"publish","on":{"path":"/text"},"escalateTo":["head"],
                       "card":{"title":"A text goes out","show":["/text"],"reverse":"Take it down."}}]}""";

    private static final String FAILING = """
            {"apiVersion":"patchboard/v1","name":"asking",
             "state":{"schema":{"type":"object"},"initial":{"n":0}},
             "workers":{"clerk":{"queue":"asking","write":[{"op":["replace"],"path":"/n"}]},
                        "chief":{"queue":"asking","write":[{"op":["replace"],"path":"/n"}]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"clerk"}],
             "policies":{"default":{"timeout":"PT30M","retry":{"maxAttempts":1},"onExhausted":"incident"}}}""";

    private static final String SERVED = """
            {"apiVersion":"patchboard/v1","name":"served",
             "state":{"schema":{"type":"object","properties":{"title":{"type":"string","maxLength":10}}},
                      "initial":{"title":"<i>x</i>"}},
             "workers":{"editor":{"kind":"person","instruction":"Find a title.","read":["/title"],
                                  "write":[{"op":["replace"],"path":"/title"}]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"editor"}]}""";

    private void create(String board, String blueprint) throws Exception {
        String body = "{\"boardId\":\"" + board + "\",\"blueprint\":" + GATED.formatted(blueprint) + "}";
        assertThat(api.post("/v1/boards", body).text()).contains("\"version\":1");
    }

    private void propose(String board, String text) throws Exception {
        assertThat(api.post(
                                "/v1/boards/" + board + "/proposals",
                                "{\"worker\":\"guest\",\"patch\":[{\"op\":\"replace\",\"path\":\"/text\",\"value\":"
                                        + Json.of(text) + "},{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"b\"}]}")
                        .text())
                .contains("\"status\":\"held\"");
    }

    private String state(String board) throws Exception {
        return api.get("/v1/boards/" + board + "/state").text();
    }

    /** Writes the reason and decides, with the keyboard alone. */
    private void because(String reason) {
        find("#action[open] textarea[name=reason]").click();
        press(reason);
        new Actions(browser)
                .keyDown(Keys.CONTROL)
                .sendKeys(Keys.ENTER)
                .keyUp(Keys.CONTROL)
                .perform();
        eventually(() -> assertThat(find("#action").isDisplayed()).isFalse());
    }

    /** Those of the other tests may wait, too, beside what is filtered. */
    private void awaitWaiting(int number) {
        eventually(() -> assertThat(shown(".filters [role=status]")).matches(number + "( of \\d+)? wait"));
    }

    private void choose(String board) {
        button("#asks", board).click();
        awaitShown(".card .facts", board);
    }

    @Test
    void heldPatches_areShownWithTheirDiff_andDecidedByAKeyEach() throws Exception {
        for (String board : List.of("in-1", "in-2", "in-3", "in-4")) {
            create(board, "inbox-keys");
            propose(board, "<img src=x onerror=alert(1)>" + board);
        }
        open("#/");
        awaitShown(".top nav", "Inbox");
        press("gi");
        eventually(() -> assertThat(address()).startsWith("/inbox"));
        awaitShown(".inbox .filters", "wait");
        find("#search").sendKeys("inbox-keys");
        awaitWaiting(4);
        choose("in-1");
        awaitShown(".card .sentences", "changes /text from \"draft\" to \"<img src=x onerror=alert(1)>in-1\"");
        awaitShown(".card .was", "− \"draft\"");
        awaitShown(".card .undo", "Take it down.");
        awaitShown(".card .patch", "\"<img src=x onerror=alert(1)>in-1\"");
        assertThat(browser.executeScript("return document.querySelectorAll('.card img').length"))
                .isEqualTo(0L);
        assertAccessibleInEveryLook();
        look(WIDE, 760, false);
        picture("page-inbox");

        press(Keys.ESCAPE);
        press("a");
        assertAccessible();
        because("looked at it");
        awaitWaiting(3);
        eventually(() -> assertThat(state("in-1")).contains("in-1").contains("\"b\""));

        choose("in-2");
        press("r");
        because("not like this");
        eventually(() -> assertThat(
                        api.get("/v1/boards/in-2/log?kind=PatchRejected").text())
                .contains("not like this"));
        assertThat(state("in-2")).contains("draft");

        choose("in-3");
        press("m");
        find("#action textarea[name=patch]").clear();
        find("#action textarea[name=patch]").sendKeys("[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"better\"}]");
        because("clearer words");
        eventually(() -> assertThat(state("in-3")).contains("better"));
        assertThat(shown("#asks")).doesNotContain("in-3");

        choose("in-4");
        press("e");
        because("not mine to say");
        eventually(() -> {
            find(".card");
            button("#asks", "in-4").click();
            assertThat(shown(".card .facts")).contains("in-4").contains("head");
        });
    }

    @Test
    void whatOneBoardAsksManyTimes_isAFewThereAndAllOfItInTheInbox() throws Exception {
        create("asks-often", "inbox-often");
        for (int i = 0; i < 7; i++) {
            propose("asks-often", "text " + i);
        }
        open("#/boards/asks-often");
        awaitShown(".waits-for", "and 2 more");
        eventually(() -> assertThat(shown(".board-actions button.main").lines()).hasSize(3));
        assertAccessibleInEveryLook();
        look(WIDE, 800, false);
        link("7 decisions in the inbox").click();
        awaitWaiting(7);
    }

    /** An answer of the server ends after 100 boards. */
    @Test
    void whatLiesBeyondTheFirstPart_isShownByItsAddress() throws Exception {
        List<CompletableFuture<Answer>> asked = new ArrayList<>();
        for (int i = 0; i <= 100; i++) {
            String id = Json.of(String.format("zz-%03d", i)).toString();
            asked.add(api.posted("/v1/boards", "{\"boardId\":" + id + ",\"blueprint\":" + SERVED + "}"));
        }
        // A busy machine decides some of them later than the server waits for.
        assertThat(asked).allSatisfy(one -> assertThat(one.join().status()).isIn(201, 202));
        eventually(() -> assertThat(api.get("/v1/inbox/zz-100/2").status()).isEqualTo(200));

        open("#/inbox?board=zz-100&item=2");
        awaitShown(".card .facts", "zz-100");
        awaitShown(".inbox .filters", "Of more boards");
        awaitShown(".card", "What is shown to editor");
        button(".filters", "Of more boards").click();
        eventually(() -> assertThat(shown(".filters")).doesNotContain("Of more boards"));
        open("#/inbox?board=zz-100&item=1");
        awaitShown(".card .gone", "does not wait any more");
    }

    @Test
    void whatComesWhileOneLooks_standsThere_andWhatAnotherDecided_isTold() throws Exception {
        create("live-1", "inbox-live");
        propose("live-1", "first");
        open("#/inbox?q=inbox-live");
        awaitShown("#asks", "live-1");
        awaitShown(".card .facts", "live-1");

        create("live-0", "inbox-live");
        propose("live-0", "second");
        awaitShown("#asks", "live-0");
        assertThat(shown(".card .facts")).contains("live-1");
        api.post("/v1/boards/live-1/resolve", "{\"option\":\"approve\",\"reason\":\"was quicker\"}");
        awaitShown(".card .gone", "does not wait any more");
        assertThat(button(".card", "approve").isEnabled()).isFalse();
        press("j");
        awaitShown(".card .facts", "live-0");
        link("live-0").click();
        awaitShown(".board-head", "live-0");
    }

    @Test
    void question_isDecidedAsAtItsBoard() throws Exception {
        api.post("/v1/boards", "{\"boardId\":\"asking\",\"blueprint\":" + FAILING + "}");
        api.post(answerPath(poll("asking", "{\"wait\":\"PT20S\"}")), "{\"error\":\"<b>no idea</b>\"}");
        open("#/inbox?kind=incident&q=asking");
        awaitShown(".card .facts", "asking");
        assertAccessibleInEveryLook();

        button(".card .verbs", "worker").click();
        find("#action select").sendKeys("chief");
        because("knows better");
        eventually(() -> assertThat(
                        api.get("/v1/boards/asking/log?kind=WorkerInvoked").text())
                .contains("chief"));
    }

    @Test
    void whatAPersonIsToAnswer_isShownWithItsView_andAnswered() throws Exception {
        api.post("/v1/boards", "{\"boardId\":\"to-answer\",\"blueprint\":" + SERVED + "}");
        open("#/inbox?q=to-answer");
        awaitShown(".asks", "Find a title.");
        awaitShown(".card", "<i>x</i>");
        assertAccessibleInEveryLook();

        press("a");
        awaitShown("#action", "replace /title");
        WebElement patch = find("#action textarea[name=patch]");
        patch.clear();
        patch.sendKeys("[{\"op\":\"replace\",\"path\":\"/title\",\"value\":\"far too long a title\"}]");
        button("#action", "Ask first").click();
        awaitShown("#action .failed", "SCHEMA");
        patch.clear();
        patch.sendKeys("[{\"op\":\"replace\",\"path\":\"/title\",\"value\":\"Short\"}]");
        button("#action", "Answer").click();
        awaitShown(".inbox", "Nothing ");
        assertThat(state("to-answer")).contains("\"title\":\"Short\"");
    }

    @Test
    void whatAPersonIsToAnswer_hasFieldsByTheTypesOfTheSchema() throws Exception {
        String blueprint = """
                {"apiVersion":"patchboard/v1","name":"fields",
                 "state":{"schema":{"type":"object","properties":{"claims":{"type":"array","items":{"type":"object",
                            "properties":{"text":{"type":"string"},"verdict":{"$ref":"#/$defs/verdict"}}}},
                            "notes":{"type":"array","items":{"type":"string"}}},
                            "$defs":{"verdict":{"type":"object","required":["sure"],"properties":{
                              "word":{"enum":["true","false","open"],"description":"What it comes to."},
                              "sure":{"type":"number"},"again":{"type":"boolean"},
                              "sources":{"type":"array","items":{"type":"string"}}}}}},
                          "initial":{"claims":[{"text":"a"},{"text":"b"}],"notes":[]}},
                 "workers":{"checker":{"kind":"person","instruction":"Is it so?","read":["/claims/*"],
                                       "write":[{"op":["add"],"path":"/claims/*/verdict"},{"op":["add"],"path":"/notes/-"}]}},
                 "rules":[{"name":"check","on":{"op":["add"],"path":"/claims/*"},"when":"item.text == 'b'","invoke":"checker"}]}""";
        api.post("/v1/boards", "{\"boardId\":\"fields\",\"blueprint\":" + blueprint + "}");
        open("#/inbox?q=fields");
        awaitShown(".asks", "Is it so?");
        awaitShown(".card", "claims");
        press("a");
        awaitShown("#action .fields", "What it comes to.");
        find("#action [data-field=word]").sendKeys("open");
        find("#action [data-field=sure]").sendKeys("0.10");
        find("#action [data-field=sources]").sendKeys("one\n<b>two</b>");
        find("#action [data-field='/notes/-, one more']").sendKeys("looked");
        assertThat(find("#action textarea[name=patch]").getDomProperty("value")).contains("/claims/1/verdict");
        assertAccessibleInEveryLook();
        look(WIDE, 900, false);
        picture("page-task");
        button("#action", "Answer").click();
        awaitShown(".inbox", "Nothing ");
        assertThat(state("fields"))
                .contains("\"verdict\":{\"word\":\"open\",\"sure\":0.1,\"sources\":[\"one\",\"<b>two</b>\"]}")
                .contains("\"notes\":[\"looked\"]");
    }

    @Test
    void gateThatAllowsNearlyAll_isAskedAboutItself() throws Exception {
        create("stamped", "inbox-stamped");
        for (int i = 0; i < 51; i++) {
            propose("stamped", "text " + i);
            assertThat(api.post("/v1/boards/stamped/resolve", "{\"option\":\"approve\",\"reason\":\"fine\"}")
                            .status())
                    .isEqualTo(200);
        }
        eventually(() -> assertThat(
                        ((JsonObject) ((JsonArray) api.get("/v1/analytics/approvals?blueprint=inbox-stamped")
                                                .json()
                                                .get("approvals")
                                                .orElseThrow())
                                        .get(0))
                                .get("rubberStamp"))
                .contains(Json.of(true)));

        open("#/inbox");
        awaitShown(".figures summary", "publish: rubber stamp?");
        click(".figures summary");
        awaitShown(".figures table", "100 %");
        assertAccessibleInEveryLook();
    }
}
