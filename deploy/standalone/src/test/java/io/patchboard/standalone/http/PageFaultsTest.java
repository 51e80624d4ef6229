package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** What the page does where an answer is lost, late, too large, or no. */
@InChromium
class PageFaultsTest extends BrowserRig {

    /** The server has no place for who follows a board, until it has. */
    private static final String REFUSE_STREAMS = """
            const before = window.fetch;
            window.fetch = (address, options) => {
              const isStream = new Headers(options.headers).get('Accept') === 'text/event-stream';
              const refusal = () => new Response('{"detail":"There are too many streams."}', {status: 503});
              return isStream ? Promise.resolve(refusal()) : before(address, options);
            };
            window.heal = () => { window.fetch = before; };
            location.hash = arguments[0];""";

    /** The server sends three entries of a kind at most, or looks for them among ten. */
    private static final String LARGE_ENTRIES = """
            const before = window.fetch;
            window.fetch = (address, options) => {
              const asked = new URL(address).searchParams;
              const isLarge = asked.has('limit') ? asked.get('limit') > 3 : asked.get('to') - asked.get('from') >= 10;
              const refusal = () => new Response('{"detail":"That is too much."}', {status: 507});
              return asked.has('kind') && isLarge ? Promise.resolve(refusal()) : before(address, options);
            };
            location.hash = arguments[0];""";

    /** All that is read of a board takes longer to come than the page takes to look again. */
    private static final String SLOW = """
            const before = window.fetch;
            window.fetch = async (address, options) => {
              const isSlow = !options.method && new Headers(options.headers).get('Accept') !== 'text/event-stream';
              await (isSlow ? new Promise((resolve) => setTimeout(resolve, 1500)) : null);
              return before(address, options);
            };
            location.hash = arguments[0];""";

    /** Of a log, all but its first entry is lost. */
    private static final String LOSE_ENTRIES = """
            const before = window.fetch;
            window.asked = 0;
            window.fetch = async (address, options) => {
              const answer = await before(address, options);
              if (!new URL(address).searchParams.has('to')) {
                return answer;
              }
              window.asked++;
              return new Response(JSON.stringify((await answer.json()).slice(0, 1)), answer);
            };
            location.hash = arguments[0];""";

    private static final String A_HUNDRED_FRAMES = """
            const [done] = arguments;
            let left = 100;
            const next = () => (left-- ? requestAnimationFrame(next) : done());
            next();""";

    /** The answer of an address that ends so comes when it is let come. */
    private static final String LATE = """
            const [end] = arguments;
            const before = window.fetch;
            const coming = new Promise((resolve) => { window.come = resolve; });
            window.fetch = async (address, options) => {
              const answer = await before(address, options);
              await (String(address).endsWith(end) ? coming : null);
              return answer;
            };""";

    private int written;

    private void propose(String board, String text, int status) throws Exception {
        String body = "{\"worker\":\"guest\",\"patch\":" + RunningApi.note(text) + "}";
        assertThat(api.post("/v1/boards/" + board + "/proposals", body).status())
                .isEqualTo(status);
    }

    @Test
    void proposalWhoseAnswerWasLost_countsOnce_alsoIfOneAsksInBetween() throws Exception {
        api.createBoard("lost", "nobody");
        open("#/boards/lost");
        button(".board-actions", "Propose").click();
        find("#action textarea[name=patch]").clear();
        find("#action textarea[name=patch]").sendKeys(RunningApi.note("Milk"));
        loseAnswer("/proposals");
        button("#action", "Propose").click();
        awaitShown("#action .failed", "does not answer");
        button("#action", "Ask first").click();
        awaitShown("#action .good", "committed as version 3");
        button("#action", "Propose").click();

        awaitShown(".entry-title", "patch committed");
        assertThat(api.get("/v1/boards/lost/state").text()).isEqualTo("{\"notes\":[\"Milk\"]}");
    }

    @Test
    void entriesThatAreMoreThanAServerSends_areAskedForInParts() throws Exception {
        api.createBoard("large", "nobody");
        propose("large", "far longer than a note may be", 422);
        for (int i = 0; i < 12; i++) {
            api.post("/v1/boards/large/" + (i % 2 == 0 ? "pause" : "resume"), "{}");
        }
        for (int i = 0; i < 4; i++) {
            propose("large", "as long as the others are", 422);
        }
        open("#/");
        browser.executeScript(LARGE_ENTRIES, "#/boards/large?k=PatchRejected");
        eventually(() -> assertThat(shown(".entry .what").lines()).hasSize(5));
        button(".entries", "17").click();
        awaitShown(".entry-title", "17 ·");
        press("[");
        awaitShown(".entry-title", "4 ·");
    }

    @Test
    void entriesThatAreLost_areNotAskedForWithEachFrame() throws Exception {
        api.createBoard("lossy", "nobody");
        open("#/");
        browser.executeScript(LOSE_ENTRIES, "#/boards/lossy");
        awaitShown(".entry", "created");

        browser.executeAsyncScript(A_HUNDRED_FRAMES);

        assertThat((Long) browser.executeScript("return window.asked")).isLessThan(5);
    }

    @Test
    void boardWhoseStreamIsRefused_saysSo_andIsRefreshedAllTheSame() throws Exception {
        api.createBoard("refused", "nobody");
        open("#/");
        browser.executeScript(REFUSE_STREAMS, "#/boards/refused");
        awaitShown(".board .failed", "There are too many streams.");
        assertThat(find(".follow").getDomAttribute("aria-pressed")).isEqualTo("false");
        propose("refused", "Milk", 200);
        awaitShown(".node.added", "Milk");

        link("Workflow").click();
        awaitShown(".workflow .failed", "There are too many streams.");
        browser.navigate().back();
        awaitShown(".board .failed", "There are too many streams.");
        browser.executeScript("window.heal()");
        eventually(() ->
                assertThat(find(".follow").getDomAttribute("aria-pressed")).isEqualTo("true"));
        assertThat(shown(".board")).doesNotContain("too many streams");
        propose("refused", "Bread", 200);
        awaitShown(".node.added", "Bread");
        awaitShown(".entry [aria-current]", "/notes/1");
    }

    @Test
    void boardThatGoesOnFasterThanItIsRead_isShownAllTheSame() throws Exception {
        api.post("/v1/boards", """
                {"boardId":"fast","blueprint":{"apiVersion":"patchboard/v1","name":"fast",
                 "state":{"schema":{"type":"object"},"initial":{"n":0}},
                 "workers":{"guest":{"unsolicited":true,"write":[{"op":["replace"],"path":"/n"}]}}}}""");
        open("#/");
        browser.executeScript(SLOW, "#/boards/fast");
        awaitShown(".node .value", "0");
        eventually(() -> {
            goOn();
            goOn();
            assertThat(shown(".node .value")).isNotEqualTo("0");
        });
        link("Workflow").click();
        awaitShown(".board-facts", "at v");
        String first = shown(".board-facts");
        eventually(() -> {
            goOn();
            goOn();
            assertThat(shown(".board-facts")).isNotEqualTo(first);
        });
    }

    private void goOn() throws Exception {
        String patch = "[{\"op\":\"replace\",\"path\":\"/n\",\"value\":" + ++written + "}]";
        api.post("/v1/boards/fast/proposals", "{\"worker\":\"guest\",\"patch\":" + patch + "}");
    }

    @Test
    void answerToADialogThatWasLeft_isTold_andLeavesTheNextOneOpen() throws Exception {
        api.createBoard("left", "nobody");
        open("#/boards/left");
        browser.executeScript(LATE, "/pause");
        button(".board-actions", "Pause").click();
        button("#action", "Pause").click();
        button("#action", "Leave it").click();
        button(".board-actions", "Steer").click();
        find("#action textarea[name=reason]").sendKeys("a long story");
        browser.executeScript("window.come()");
        awaitShown(".said", "left: It is done: BoardPaused");
        assertThat(find("#action").isDisplayed()).isTrue();
        awaitValue("#action textarea[name=reason]", "a long story");
        press(Keys.ESCAPE);
        awaitShown(".board-facts", "paused");
    }

    @Test
    void boardWhoseActionIsDone_leadsNobodyBack_whoLooksAtSomethingElseBeforeItIsRead() throws Exception {
        api.createBoard("gone", "nobody");
        open("#/boards/gone");
        button(".board-actions", "Pause").click();
        browser.executeScript(LATE, "/v1/boards/gone");
        button("#action", "Pause").click();
        eventually(() -> assertThat(browser.findElements(By.cssSelector("#action[open]")))
                .isEmpty());
        link("Rejections").click();
        browser.executeScript("window.come()");
        browser.executeAsyncScript("fetch('v1/boards').then((answer) => answer.text()).then(arguments[0])");
        assertThat(address()).isEqualTo("/hurts");
    }

    @Test
    void newBoardWhoseAnswerWasLost_isMadeOnce_alsoIfItsYamlWasNotCheckedYet() throws Exception {
        open("#/new");
        browser.executeScript(LATE, "/validate");
        loseAnswer("/v1/boards");
        find("[name=blueprint]")
                .sendKeys("{apiVersion: patchboard/v1, name: once, state: {schema: {type: object}, initial: {}},"
                        + " workers: {guest: {unsolicited: true, write: [{op: [add], path: /x}]}}}");
        button(".create", "Create").click();
        browser.executeScript("window.come()");
        awaitShown("#remarks", "valid");
        awaitShown(".create .failed", "does not answer");
        button(".create", "Create").click();
        awaitShown(".board-facts", "once");
        assertThat(api.get("/v1/boards?blueprint=once").text()).containsOnlyOnce("\"boardId\"");
    }
}
