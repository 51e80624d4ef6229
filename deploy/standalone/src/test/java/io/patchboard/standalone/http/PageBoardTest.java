package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.examples.evidence.EvidenceReview;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.demo.Demo;
import io.patchboard.standalone.http.RunningApi.Answer;
import io.patchboard.standalone.run.AllInOneConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** A board, as a person looks at it: what was written when, by whom, why, and what was refused. */
@InChromium
class PageBoardTest extends BrowserRig {

    private static final String REVIEW = "review";
    private static final int MANY = 10_000;
    private static final int AT_ONCE = 100;
    private static final String HOSTILE = "<script>window.hacked=1</script><img src=x onerror='window.hacked=1'>";

    @Override
    AllInOneConfig config(Path dir) {
        return super.config(dir).withWorkers(List.of(Demo.workers()));
    }

    private static final String COUNTER = """
            {"apiVersion":"patchboard/v1","name":"counter","state":{"schema":{"type":"object"},"initial":{}},
             "workers":{"guest":{"instruction":"Count.","unsolicited":true,"write":[{"op":["add"],"path":"/*"}]}}}""";
    private static final String COUNT =
            "{\"worker\":\"guest\",\"patch\":[{\"op\":\"add\",\"path\":\"/n\",\"value\":\"<script>\"}]}";

    /** The example, whose workers err in five ways. */
    @BeforeAll
    void review() throws Exception {
        Json blueprint = yaml(EvidenceReview.blueprint());
        String body = "{\"boardId\":\"" + REVIEW + "\",\"blueprint\":" + blueprint + ",\"input\":"
                + EvidenceReview.input(EvidenceReview.BOARDS.get(0)) + "}";
        assertThat(api.post("/v1/boards", body).status()).isEqualTo(201);
        await().atMost(PATIENCE)
                .until(() -> api.get("/v1/boards/" + REVIEW).text("phase").equals("completed"));
    }

    @Test
    void rejection_tellsTheClauseThePlaceAndTheNextAttempt() {
        open("#/boards/" + REVIEW);
        awaitShown(".board-head", "completed");
        button(".pane-timeline", "rejections").click();
        eventually(() -> assertThat(shown(".entry .what").lines())
                .hasSize(5)
                .anyMatch(line -> line.contains("INVARIANT verified-quote-is-verbatim")));

        clickLine("INVARIANT");
        awaitShown(".rejection", "Expected the invariant \"verified-quote-is-verbatim\" to hold at /claims/");
        awaitShown(".clause", "s.text.contains(self.quote)");
        awaitShown(".facts", "rule verify, because of");
        awaitShown(".patch", "/status \"verified\"");
        awaitShown(".facts", "invited again by");
        assertThat(address()).contains("v=", "e=", "k=PatchRejected");

        button(".rejection", "/claims/").click();
        eventually(() ->
                assertThat(browser.findElements(By.cssSelector(".node.place"))).hasSize(1));
        assertThat(address()).contains("p=%2Fclaims%2F");
        click(".facts div:last-child .link:last-of-type");
        awaitShown(".entry-title", "patch committed");
        awaitShown(".patch", "/status \"refuted\"");

        clickLine("AUTHORIZATION");
        awaitShown(".clause", "\"path\": \"/answer\"");
        eventually(() -> assertThat(browser.findElements(By.cssSelector(".patch .offending")))
                .hasSize(1));
    }

    /** The latest entry is shown to whoever looks on: of what somebody sent that is no patch, too. */
    @Test
    void whatWasRefusedAsNoPatch_isShownAsItCame() throws Exception {
        api.createBoard("odd", "nobody");
        for (String patch : List.of("\"abc\"", "{\"op\":\"add\"}", "[null,7,{\"op\":[\"add\"],\"path\":{\"a\":1}}]")) {
            String body = "{\"worker\":\"guest\",\"patch\":" + patch + "}";
            Answer refused = api.post("/v1/boards/odd/proposals", body);
            assertThat(refused.status()).as(refused.text()).isEqualTo(422);
            open("#/boards/odd?e=" + refused.json().get("sequence").orElseThrow());
            awaitShown(".entry-title", "patch rejected");
        }
        awaitShown(".patch", "{\"op\":[\"add\"],\"path\":{\"a\":1}}");
        awaitShown(".patch", "null");
        assertThat(shown("main")).doesNotContain("cannot show this");
    }

    @Test
    void commit_tellsWhoWhyAndFromWhat_andLeadsBackThroughItsCauses() throws Exception {
        open("#/boards/" + REVIEW + "?v=" + versionThat("\"value\":\"verified\""));
        awaitShown(".entry-title", "patch committed");
        awaitShown(".facts", "verifier");

        awaitShown(".node.changed", "status");
        assertThat(shown(".node.changed")).contains("\"verified\"", "\"draft\"");
        click(".pane-entry .fold-out summary");
        awaitShown(".pane-entry .fold-out", "contract");
        button(".chain", "retriever patch committed").click();
        awaitShown(".patch", "copy /paragraphs");
        assertThat(address()).contains("v=2");
        button(".chain", "created").click();
        awaitShown(".entry-title", "board created");
    }

    @Test
    void slider_goesThroughVersions_byKeysToo_andTheAddressHasThem() throws Exception {
        long latest = Long.parseLong(api.get("/v1/boards/" + REVIEW)
                .json()
                .get("version")
                .orElseThrow()
                .toString());
        open("#/boards/" + REVIEW);
        awaitShown(".of", "v" + latest + " of " + latest);

        press(Keys.ARROW_LEFT);
        awaitShown(".pane-state .bar", "State at v" + (latest - 1));
        find(".slider input").sendKeys(Keys.HOME);
        awaitShown(".pane-state .bar", "State at v1");
        assertThat(address()).endsWith("?v=1");
        find(".slider input").sendKeys(Keys.ARROW_RIGHT);
        awaitShown(".pane-state .bar", "State at v2");
        awaitShown(".entry-title", "patch committed");
        awaitShown(".node.added", "s1");
        browser.navigate().refresh();
        awaitShown(".pane-state .bar", "State at v2");
        awaitShown(".entry [aria-current]", "retriever");
        find("body").sendKeys("]");
        awaitShown(".entry-title", "patch rejected");
        String first = shown(".entry [aria-current]");
        find("body").sendKeys("]");
        eventually(() -> assertThat(shown(".entry [aria-current]")).isNotEqualTo(first));
        find("body").sendKeys("[");
        eventually(() -> assertThat(shown(".entry [aria-current]")).isEqualTo(first));
        find("body").sendKeys("j");
        awaitShown(".entry-title", "worker invoked");
    }

    @Test
    void twoVersions_areCompared() {
        open("#/boards/" + REVIEW + "?b=1");

        awaitShown(".node.added", "answer");
        find("#base").sendKeys(Keys.chord(Keys.CONTROL, "a"), "8", Keys.TAB);
        eventually(() -> assertThat(address()).contains("b=8"));
        button(".pane-state .bar", "what this version changed").click();
        eventually(() -> assertThat(address()).doesNotContain("b="));
    }

    @Test
    void liveBoard_grows_withoutJumpingAwayFromWhereOneIs() throws Exception {
        api.createBoard("live", "nobody");
        note("live", "first");
        note("live", "second");
        open("#/boards/live?v=2");
        awaitShown(".node.added", "first");
        awaitShown(".board-head", "scribe is working");

        note("live", "third");
        awaitShown(".of", "v2 of 4");
        assertThat(shown(".pane-state")).doesNotContain("third");
        find("body").sendKeys("l");
        awaitShown(".node.added", "third");
        note("live", "fourth");
        awaitShown(".node.added", "fourth");
        awaitShown(".entry [aria-current]", "/notes/3");
    }

    @Test
    void boardOfManyEntries_isAWindow() throws Exception {
        assertThat(api.post("/v1/boards", "{\"boardId\":\"long\",\"blueprint\":" + COUNTER + "}")
                        .status())
                .isEqualTo(201);
        for (int sent = 0; sent < MANY; sent += AT_ONCE) {
            List<CompletableFuture<Answer>> part = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                part.add(api.posted(
                        "/v1/boards/long/proposals", COUNT.replace("\"<script>\"", Integer.toString(sent + i))));
            }
            // A busy machine decides some of them later than the server waits for.
            assertThat(part).allSatisfy(one -> assertThat(one.join().status()).isIn(200, 202));
        }
        eventually(() ->
                assertThat(api.get("/v1/boards/long").json().get("version")).contains(Json.of(MANY + 1L)));
        open("#/boards/long");
        awaitShown(".of", "v10,001 of 10,001");
        awaitShown(".entry [aria-current]", "10001");
        open("#/boards/long?v=4711");
        awaitShown(".entry [aria-current]", "4711");
        awaitShown(".entry-title", "patch committed");
        assertThat(browser.findElements(By.cssSelector(".entry"))).hasSizeLessThan(60);
        eventually(() -> {
            browser.executeScript("document.getElementById('timeline').scrollTop = 0");
            assertThat(shown(".entry")).contains("created");
        });
        assertThat(browser.findElements(By.cssSelector(".entry"))).hasSizeLessThan(60);
    }

    @Test
    void whatWorkersWrote_isText() throws Exception {
        assertThat(api.post("/v1/boards", "{\"boardId\":\"hostile\",\"blueprint\":" + COUNTER + "}")
                        .status())
                .isEqualTo(201);
        String pointer =
                Json.of("/" + HOSTILE.replace("~", "~0").replace("/", "~1")).toString();
        api.post("/v1/boards/hostile/proposals", COUNT.replace("\"/n\"", pointer));
        api.post("/v1/boards/hostile/pause", "{\"reason\":" + Json.of(HOSTILE) + "}");

        open("#/boards/hostile");
        awaitShown(".entry .what", HOSTILE);
        awaitShown(".facts", HOSTILE);
        awaitShown(".node.added", "<script>");
        press("k");
        awaitShown(".patch", HOSTILE.replace("/", "~1"));
        assertThat(browser.executeScript(
                        "return window.hacked === undefined && !document.querySelector('main img, main script')"))
                .isEqualTo(true);
    }

    @Test
    void everyLook_isAccessible() throws Exception {
        open("#/boards/" + REVIEW + "?v=" + versionThat("\"draft\""));
        awaitShown(".node.added", "draft");
        assertAccessible();
        open("#/boards/" + REVIEW + "?k=PatchRejected");
        clickLine("INVARIANT");
        awaitShown(".clause", "contains");
        button(".pane-timeline", "all").click();
        eventually(() -> assertThat(address()).doesNotContain("k="));
        assertAccessibleInEveryLook();
        look(PHONE, 640, false);
        for (String pane : List.of("State", "Entry", "Timeline")) {
            button(".panes", pane).click();
            eventually(() -> assertThat(shown(".panes [aria-pressed=true]")).isEqualTo(pane));
            assertAccessible();
        }
        picture("page-board-phone");
        look(WIDE, 760, false);
        picture("page-board");
        look(WIDE, 760, true);
        open("#/boards/" + REVIEW + "?v=" + versionThat("\"value\":\"verified\""));
        awaitShown(".chain", "verifier");
        awaitShown(".node.changed", "status");
        picture("page-board-dark");
    }

    /** The version of the first commit of the example with this in its entry. */
    private String versionThat(String text) throws Exception {
        String log =
                api.get("/v1/boards/" + REVIEW + "/log?kind=PatchCommitted").text();
        return ((JsonArray) JsonReader.parse(log))
                .stream()
                        .filter(entry -> entry.toString().contains(text))
                        .map(entry -> ((JsonObject) entry)
                                .get("version")
                                .orElseThrow()
                                .toString())
                        .findFirst()
                        .orElseThrow();
    }

    private void note(String board, String text) throws Exception {
        String body = "{\"worker\":\"guest\",\"patch\":" + RunningApi.note(text) + "}";
        assertThat(api.post("/v1/boards/" + board + "/proposals", body).status())
                .isEqualTo(200);
    }

    private void clickLine(String text) {
        eventually(() -> browser.findElements(By.cssSelector(".entry button")).stream()
                .filter(line -> line.getText().contains(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError(text))
                .click());
    }

    @Test
    void rejections_areCountedByWhatTheyHaveInCommon_andLeadToWhereTheyAre() throws Exception {
        open("#/boards/" + REVIEW);
        awaitShown(".board-facts", "completed");
        press("gr");
        awaitShown("tbody", "verified-quote-is-verbatim");
        awaitShown("tbody", "s.text.contains(self.quote)");
        link("by worker").click();
        awaitShown("tbody th", "extractor");
        link("by clause").click();
        link("evidence-review").click();
        awaitShown(".chip", "evidence-review");
        awaitShown(".fold-out summary", "not fired");
        assertThat(address()).isEqualTo("/hurts?blueprint=evidence-review");
        assertAccessibleInEveryLook();
        look(WIDE, 640, false);
        picture("page-rejections");
        link(REVIEW).click();
        awaitShown(".entry-title", "patch rejected");
        assertThat(address()).startsWith("/boards/" + REVIEW + "?e=");
    }

    @Test
    void unknownBoard_isSaid() {
        open("#/boards/nothing");

        awaitShown(".failed", "nothing");
    }
}
