package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** The workflow of a board: what fired, who works, what waits, who may read and write what. */
@InChromium
class PageWorkflowTest extends BrowserRig {

    private static final String HOSTILE = "<img src=x onerror='window.hacked=1'>";

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"flow",
             "state":{"schema":{"type":"object"},"initial":{"drafts":[]}},
             "workers":{
               "writer":{"queue":"flow-writer","read":["/drafts"],"write":[{"op":["add"],"path":"/drafts/-"}]},
               "checker":{"queue":"flow-checker","read":["/drafts"],"write":[{"op":["add"],"path":"/verdict"}]},
               "archivist":{"queue":"flow-archivist","write":[{"op":["add"],"path":"/HOSTILE"}]},
               "constructor":{"queue":"flow-c","write":[{"op":["add"],"path":"/c"}]}},
             "rules":[
               {"name":"begin","on":{"event":"created"},"invoke":"writer"},
               {"name":"check","on":{"path":"/drafts/*"},"when":"item != '<b>'","invoke":"checker"},
               {"name":"keep","on":{"path":"/verdict"},"delay":"PT10H","invoke":"archivist"},
               {"name":"never","on":{"path":"/nothing"},"invoke":"constructor"}],
             "gates":[{"name":"verdicts","on":{"path":"/verdict"},"when":"false","card":{"title":"A verdict"}}],
             "complete":{"when":"has(state.kept)"}}""";

    /** The answer of an address that ends so is there, and comes when it is let come. */
    private static final String LATE = """
            const [end] = arguments;
            const before = window.fetch;
            const coming = new Promise((resolve) => { window.come = resolve; });
            window.fetch = async (address, {signal, ...options}) => {
              if (!String(address).endsWith(end)) {
                return before(address, {signal, ...options});
              }
              const answer = await before(address, options);
              const text = await answer.text();
              window.isThere = true;
              await coming;
              return new Response(text, {headers: answer.headers});
            };""";

    private static final String COME = """
            const [done] = arguments;
            window.come();
            const wait = (frames) => requestAnimationFrame(() => (frames ? wait(frames - 1) : done()));
            wait(5);""";

    private String answer(String queue, String path) throws Exception {
        JsonObject invocation = poll(queue, "{\"wait\":\"PT20S\"}");
        return api.post(
                        answerPath(invocation),
                        "{\"patch\":[{\"op\":\"add\",\"path\":\"" + path + "\",\"value\":\"x\"}]}")
                .text();
    }

    @Test
    void workflow_tellsWhatFiredWhoWorksAndWhatWaits_liveAndAsOfAVersion() throws Exception {
        String blueprint = BLUEPRINT.replace("HOSTILE", HOSTILE);
        assertThat(api.post("/v1/boards", "{\"boardId\":\"flow\",\"blueprint\":" + blueprint + "}")
                        .text())
                .contains("\"version\":1");
        open("#/boards/flow");
        awaitShown(".board-facts", "open");
        link("Workflow").click();
        eventually(() -> assertThat(label("worker writer")).isEqualTo("worker writer: 1 invited, 1 working"));
        assertThat(address()).isEqualTo("/boards/flow/workflow");
        assertThat(label("worker constructor")).isEqualTo("worker constructor");

        assertThat(answer("flow-writer", "/drafts/-")).contains("\"version\":2");
        eventually(() -> assertThat(label("worker checker")).isEqualTo("worker checker: 1 invited, 1 working"));
        assertThat(label("worker writer")).isEqualTo("worker writer: 1 invited");
        assertThat(answer("flow-checker", "/verdict")).contains("\"version\":3");
        eventually(() -> assertThat(label("rule keep")).isEqualTo("rule keep: 1 held: delay"));
        awaitShown(".waits-for", "held: delay");
        assertThat(browser.executeScript(
                        "return [...document.querySelectorAll('.times')].map(e => e.textContent).join(' ')"))
                .isEqualTo("1× 1× 1× 1×");
        awaitShown(".of", "v3 of 3");

        press(Keys.ARROW_LEFT);
        press(Keys.ARROW_LEFT);
        eventually(() -> assertThat(address()).isEqualTo("/boards/flow/workflow?v=1"));
        eventually(() -> assertThat(label("worker checker")).isEqualTo("worker checker"));
        assertThat(label("worker writer")).isEqualTo("worker writer: 1 invited, 1 working");
        browser.navigate().refresh();
        awaitShown(".of", "v1 of 3");
        browser.executeScript(LATE, "version=2");
        press(Keys.ARROW_RIGHT);
        eventually(
                () -> assertThat(browser.executeScript("return window.isThere")).isEqualTo(true));
        press(Keys.ARROW_LEFT);
        browser.executeAsyncScript(COME);
        awaitShown(".of", "v1 of 3");
        assertThat(shown(".board-facts")).contains("at v1");
        press("l");
        eventually(() -> assertThat(label("rule keep")).isEqualTo("rule keep: 1 held: delay"));
        awaitShown(".of", "v3 of 3");
        assertThat(address()).isEqualTo("/boards/flow/workflow");

        eventually(() -> browser.executeScript("document.querySelectorAll('.paths button')[0].focus()"));
        awaitShown(".who-may", "/HOSTILE".replace("HOSTILE", HOSTILE));
        awaitShown(".who-may", "Written by archivist (add)");
        press(Keys.TAB, Keys.TAB);
        awaitShown(".who-may", "/drafts\n");
        awaitShown(".who-may", "Read by checker, writer");
        eventually(() -> assertThat(label("worker writer")).endsWith("writes, reads"));
        eventually(() ->
                assertThat(browser.findElements(By.cssSelector(".box.apart"))).hasSize(2));
        press(Keys.ENTER);
        eventually(() -> assertThat(address()).isEqualTo("/boards/flow/workflow?p=%2Fdrafts"));
        assertThat(browser.executeScript("return window.hacked === undefined && !document.querySelector('main img')"))
                .isEqualTo(true);

        assertAccessibleInEveryLook();
        look(WIDE, 900, false);
        picture("page-workflow");
        look(PHONE, 640, true);
        button(".workflow", "Fit the width").click();
        assertAccessible();
        picture("page-workflow-phone");
    }

    /** What is said of a box to who does not see it; without it where there is none yet. */
    private String label(String of) {
        return String.valueOf(browser.executeScript(
                "return [...document.querySelectorAll('.box')].map(box => box.getAttribute('aria-label'))"
                        + ".find(text => text === arguments[0] || text.startsWith(arguments[0] + ':'))",
                of));
    }
}
