package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Marks, edits, restores, forks and amendments from the slider's place. */
@InChromium
class PageSteerTest extends BrowserRig {

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"%s",
             "state":{"schema":{"type":"object","properties":{"text":{"type":"string","maxLength":10}}},
                      "initial":{"text":"first"}},
             "workers":{"guest":{"unsolicited":true,"write":[{"op":["replace"],"path":"/text"}]}}}""";

    private static final String UNDOING = """
            {"apiVersion":"patchboard/v1","name":"undoing",
             "state":{"schema":{"type":"object"},"initial":{"n":0}},
             "workers":{"clerk":{"queue":"undoing","write":[{"op":["replace"],"path":"/n"}],
                                 "compensation":{"worker":"chief","idempotent":true}},
                        "chief":{"queue":"undoing","write":[{"op":["replace"],"path":"/n"}]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"clerk"}],
             "complete":{"when":"state.n == 1","result":"/n"}}""";

    private static void write(WebElement field, String text) {
        field.clear();
        field.sendKeys(text);
    }

    private void way(String name) {
        button(".board-actions", "Steer").click();
        click("#action input[value=" + name + "]");
    }

    private void steer(String verb) {
        write(find("#action textarea[name=reason]"), "because <b>I</b> say so");
        button("#action .verbs", verb).click();
    }

    private String state(String board) throws Exception {
        return api.get("/v1/boards/" + board + "/state").text();
    }

    @Test
    void board_isMarkedEditedRestoredForkedAndAmended() throws Exception {
        String body = "{\"boardId\":\"steered\",\"blueprint\":" + BLUEPRINT.formatted("steered") + "}";
        assertThat(api.post("/v1/boards", body).status()).isEqualTo(201);
        open("#/boards/steered");
        way("marks");
        assertAccessibleInEveryLook();
        look(WIDE, 800, false);
        write(find("#action [name=name]"), "before");
        steer("Mark");
        awaitShown(".entry-title", "board marked");

        way("edit");
        write(find("#action [name=patch]"), "[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"far too long\"}]");
        steer("Edit");
        awaitShown("#action .failed", "SCHEMA");
        write(find("#action [name=patch]"), "[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"second\"}]");
        steer("Edit");
        awaitShown(".node.changed", "second");
        awaitShown(".facts", "because <b>I</b> say so");
        assertThat(state("steered")).contains("second");

        way("fork");
        awaitValue("#action [name=blueprint]", "\"name\": \"steered\"");
        write(find("#action [name=version]"), "1");
        write(find("#action [name=as]"), "steered-2");
        write(find("#action [name=input]"), "{\"of\":\"another\"}");
        steer("Fork");
        eventually(() -> assertThat(address()).isEqualTo("/boards/steered-2"));
        awaitShown(".tree", "first");
        awaitShown(".board-facts", "forked from steered");
        eventually(() -> find(".board-facts a[href*='steered?']").click());
        awaitShown(".entry-title", "v1");
        assertThat(address()).startsWith("/boards/steered?e=");
        assertThat(api.get("/v1/boards/steered-2/entries/1").text()).contains("\"input\":{\"of\":\"another\"}");

        open("#/boards/steered");
        way("restore");
        assertAccessible();
        find("#action [name=mark]").sendKeys("before");
        steer("Restore");
        eventually(() -> assertThat(state("steered")).contains("first"));

        way("blueprint");
        awaitValue("#action [name=blueprint]", "\"name\": \"steered\"");
        awaitShown("#remarks", "valid");
        find("#action [name=blueprint]").sendKeys("no JSON");
        awaitShown("#remarks .link", "line");
        assertAccessible();
        steer("Amend");
        awaitShown("#action .failed", "no JSON");
        write(find("#action [name=blueprint]"), BLUEPRINT.formatted("amended").replace("unsolicited", "unsolicitet"));
        awaitShown("#remarks .errors", "unsolicitet");
        picture("page-steer");
        write(
                find("#action [name=blueprint]"),
                BLUEPRINT.formatted("amended").replace("guest", "visitor").replace(":10", ":7"));
        awaitShown("#remarks", "valid");
        steer("Amend");
        eventually(() -> assertThat(api.get("/v1/boards/steered").text()).contains("\"blueprint\":\"amended\""));

        awaitShown(".entry-title", "blueprint amended");
        button(".board-actions", "Propose").click();
        awaitShown("#action", "As worker");
        assertThat(shown("#action select[name=worker]")).isEqualTo("visitor");
        write(find("#action [name=patch]"), "[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"8 letters\"}]");
        button("#action .verbs", "Propose").click();
        awaitShown("#action .failed", "maxLength");
        press(Keys.ESCAPE);
        press("l");
        awaitShown(".entry-title", "patch rejected");
        awaitShown(".clause", "7");

        press(Keys.ESCAPE);
        way("fork");
        awaitValue("#action [name=blueprint]", "\"name\": \"amended\"");
        write(find("#action [name=version]"), "1");
        write(find("#action [name=as]"), "steered-3");
        steer("Fork");
        eventually(() -> assertThat(api.get("/v1/boards/steered-3").text()).contains("\"blueprint\":\"amended\""));
    }

    @Test
    void forkAndAmendment_beginEachWithItsOwnBlueprint_andWhatIsWrittenInOneStaysThere() throws Exception {
        String body = "{\"boardId\":\"two-fold\",\"blueprint\":" + BLUEPRINT.formatted("older") + "}";
        assertThat(api.post("/v1/boards", body).status()).isEqualTo(201);
        String patch = "[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"second\"}]";
        api.post("/v1/boards/two-fold/proposals", "{\"worker\":\"guest\",\"patch\":" + patch + "}");
        String newer = "{\"blueprint\":" + BLUEPRINT.formatted("newer") + ",\"reason\":\"r\"}";
        assertThat(api.post("/v1/boards/two-fold/blueprint", newer).status()).isEqualTo(200);
        open("#/boards/two-fold?v=1");
        awaitShown(".pane-state .bar", "State at v1");
        way("fork");
        awaitValue("#action [name=blueprint]", "\"name\": \"older\"");
        click("#action input[value=blueprint]");
        awaitValue("#action [name=blueprint]", "\"name\": \"newer\"");
        write(find("#action [name=blueprint]"), BLUEPRINT.formatted("newest"));
        click("#action input[value=fork]");
        awaitValue("#action [name=blueprint]", "\"name\": \"older\"");
        write(find("#action [name=as]"), "two-fold-2");
        steer("Fork");
        eventually(() -> assertThat(api.get("/v1/boards/two-fold-2").text()).contains("\"blueprint\":\"older\""));

        open("#/boards/two-fold");
        button(".board-actions", "Steer").click();
        loseAnswer("/blueprint");
        click("#action input[value=blueprint]");
        awaitShown("#remarks .errors", "The server does not answer.");
    }

    @Test
    void boardThatCannotBeReopened_isNotOfferedIt() throws Exception {
        cancelled("kept", BLUEPRINT.formatted("kept"));
        cancelled("final", BLUEPRINT.formatted("final").replace("\"name\"", "\"reopen\":false,\"name\""));
        api.post("/v1/boards", "{\"boardId\":\"undone\",\"blueprint\":" + UNDOING + "}");
        answer("2");
        api.post("/v1/boards/undone/cancel", "{}");
        answer("0");

        assertReopeningIsOffered("kept", true);
        assertReopeningIsOffered("final", false);
        assertReopeningIsOffered("undone", false);
    }

    private void cancelled(String board, String blueprint) throws Exception {
        api.post("/v1/boards", "{\"boardId\":\"" + board + "\",\"blueprint\":" + blueprint + "}");
        assertThat(api.post("/v1/boards/" + board + "/cancel", "{}").status()).isEqualTo(200);
    }

    private void answer(String value) throws Exception {
        String patch = "[{\"op\":\"replace\",\"path\":\"/n\",\"value\":" + value + "}]";
        assertThat(api.post(answerPath(poll("undoing", "{\"wait\":\"PT20S\"}")), "{\"patch\":" + patch + "}")
                        .status())
                .isEqualTo(200);
    }

    private void assertReopeningIsOffered(String board, boolean offered) {
        open("#/boards/" + board);
        awaitShown(".board-facts", "cancelled");
        awaitShown("h1", board);
        awaitShown(".board-actions", "Steer");
        eventually(() ->
                assertThat(shown(".board-actions").contains("Reopen")).as(board).isEqualTo(offered));
    }
}
