package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** What a person does at a board, and that the log has it. */
@InChromium
class PageActionsTest extends BrowserRig {

    private static final String FAILING = """
            {"apiVersion":"patchboard/v1","name":"failing",
             "state":{"schema":{"type":"object"},"initial":{"n":0}},
             "workers":{"clerk":{"queue":"failing","write":[{"op":["replace"],"path":"/n"}]},
                        "chief":{"queue":"failing","write":[{"op":["replace"],"path":"/n"}]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"clerk"}],
             "policies":{"default":{"timeout":"PT30M","retry":{"maxAttempts":1},"onExhausted":"incident"}},
             "complete":{"when":"state.n == 1","result":"/n"}}""";

    private static final String GATED = """
            {"apiVersion":"patchboard/v1","name":"gated",
             "state":{"schema":{"type":"object"},"initial":{}},
             "workers":{"guest":{"unsolicited":true,"write":[{"op":["add"],"path":"/x"}]}},
             "gates":[{"name":"out","on":{"path":"/x"},"card":{"title":"A thing goes out"}}]}""";

    @Test
    void board_isPausedResumedCancelledAndReopened_withReasons() throws Exception {
        api.createBoard("controlled", "nobody");
        open("#/boards/controlled");
        awaitShown(".board-facts", "open");

        act("Pause", "the budget is to be discussed");
        awaitShown(".board-facts", "paused");
        awaitShown(".entry-title", "board paused");
        awaitShown(".facts", "the budget is to be discussed");
        act("Resume", "");
        awaitShown(".board-facts", "open");
        act("Cancel", "asked the wrong question");
        awaitShown(".board-facts", "cancelled");
        button(".board-actions", "Reopen").click();
        button("#action", "Reopen").click();
        assertThat(find("#action").isDisplayed()).isTrue();
        find("#action textarea").sendKeys("it was the right one");
        button("#action", "Reopen").click();
        awaitShown(".board-facts", "open");

        assertThat(api.get("/v1/boards/controlled/log").text())
                .contains("asked the wrong question", "it was the right one");
    }

    @Test
    void proposalByHand_isAskedFirst_refusedWithItsReason_andCommitted() throws Exception {
        api.createBoard("proposed", "nobody");
        open("#/boards/proposed");
        button(".board-actions", "Propose").click();
        awaitShown("#action", "add /notes/-");

        patch("[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"a note that is far too long\"}]");
        button("#action", "Propose").click();
        awaitShown("#action .failed", "SCHEMA");
        patch("nonsense");
        button("#action", "Ask first").click();
        awaitShown("#action .failed", "no JSON");
        patch("[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"Milk\"}]");
        button("#action", "Ask first").click();
        awaitShown("#action .good", "committed as version 2");
        look(WIDE, 760, false);
        assertAccessible();
        picture("page-propose");
        assertThat(api.get("/v1/boards/proposed/state").text()).isEqualTo("{\"notes\":[]}");
        awaitShown(".clause", "maxLength");
        button("#action", "Propose").click();
        awaitShown(".entry-title", "patch committed");
        awaitShown(".node.added", "Milk");
        String hash = api.get("/v1/boards/proposed/state?version=1").header("patchboard-view-hash");
        assertThat(api.get("/v1/boards/proposed/log?kind=PatchCommitted").text())
                .contains("\"claimedViewHash\":\"" + hash + "\"");
    }

    /** The schema says what stands at two of the places, so they have fields; what others may write has none. */
    @Test
    void proposal_beginsWithNoOperation_whereFieldsWriteIt_andWithTheOneOfItsWorkerElse() throws Exception {
        String blueprint = """
                {"apiVersion":"patchboard/v1","name":"partly",
                 "state":{"schema":{"type":"object","properties":{"title":{"type":"string"},"score":{"type":"integer"}}},
                          "initial":{"title":"kept","score":1}},
                 "workers":{"guest":{"unsolicited":true,"write":[{"op":["add","replace"],"path":"/title"},
                                                                 {"op":["replace"],"path":"/score"}]},
                            "host":{"unsolicited":true,"write":[{"op":["add"],"path":"/other"}]}}}""";
        Answer created = api.post("/v1/boards", "{\"boardId\":\"partly\",\"blueprint\":" + blueprint + "}");
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        open("#/boards/partly");
        button(".board-actions", "Propose").click();
        click("#action select[name=worker] option:last-child");
        awaitValue("#action [name=patch]", "/other");
        click("#action select[name=worker] option:first-child");
        find("#action [data-field='/score']").sendKeys("5");
        awaitValue("#action [name=patch]", "\"value\": 5");
        button("#action", "Propose").click();

        awaitShown(".node.changed", "score");
        assertThat(api.get("/v1/boards/partly/state").text()).isEqualTo("{\"score\":5,\"title\":\"kept\"}");
    }

    @Test
    void numbers_areSentAsTheyAreTyped_andShownAsTheLogHasThem() throws Exception {
        api.post(
                "/v1/boards",
                "{\"boardId\":\"numbers\",\"blueprint\":" + PageCreateTest.FORM
                        + ",\"input\":{\"title\":\"numbers\"}}");
        open("#/boards/numbers");
        button(".board-actions", "Propose").click();
        patch("[{\"op\":\"add\",\"path\":\"/x\",\"value\":[12345678901234567890,0.1234567890123456789,1.50]}]");
        button("#action", "Propose").click();

        awaitShown(".entry-title", "patch committed");
        awaitShown(".node.added", "12345678901234567890");
        awaitShown(".node.added", "0.1234567890123456789");
        assertThat(api.get("/v1/boards/numbers/state").text())
                .contains("[12345678901234567890,0.1234567890123456789,1.5]");
    }

    @Test
    void patchThatAGateHolds_isShownAndAllowed() throws Exception {
        api.post("/v1/boards", "{\"boardId\":\"gated\",\"blueprint\":" + GATED + "}");
        assertThat(api.post(
                                "/v1/boards/gated/proposals",
                                "{\"worker\":\"guest\",\"patch\":[{\"op\":\"add\",\"path\":\"/x\",\"value\":\"<b>bold</b>\"}]}")
                        .text())
                .contains("\"status\":\"held\"");
        open("#/boards/gated?e=2");
        awaitShown(".pane-entry", "A thing goes out");
        awaitShown(".pane-entry .sentences", "adds /x: \"<b>bold</b>\"");
        awaitShown(".waits-for", "until somebody who may approve allows it");

        button(".board-actions", "Propose").click();
        patch("[{\"op\":\"add\",\"path\":\"/x\",\"value\":\"plain\"}]");
        button("#action", "Ask first").click();
        awaitShown("#action .good", "A gate would hold it");
        press(Keys.ESCAPE);

        button(".board-actions", "Decide").click();
        click("#action input[value=approve]");
        find("#action textarea").sendKeys("looked at it");
        assertAccessible();
        button("#action", "Decide").click();
        awaitShown(".entry-title", "decided");
        eventually(() -> assertThat(
                        api.get("/v1/boards/gated/log?kind=PatchCommitted").text())
                .contains("\"approvedBy\":[\"local\"]"));
    }

    @Test
    void incident_isDecided() throws Exception {
        api.post("/v1/boards", "{\"boardId\":\"failing\",\"blueprint\":" + FAILING + "}");
        api.post(answerPath(poll("failing", "{\"wait\":\"PT20S\"}")), "{\"error\":\"no idea\"}");
        open("#/?needsPerson=true");
        awaitShown(".row .needs", "! 1");
        link("failing").click();
        awaitShown(".waits-for", "needs a person");

        button(".board-actions", "Decide").click();
        click("#action input[value=worker]");
        find("#action select").sendKeys("chief");
        find("#action textarea").sendKeys("knows better");
        assertAccessible();
        button("#action", "Decide").click();
        awaitShown(".entry-title", "decided");
        awaitShown(".waits-for", "chief is working");
    }

    @Test
    void budgetOfCost_isRaisedByAFraction() throws Exception {
        String blueprint = FAILING.replace("failing", "costly")
                .replace(
                        "\"rules\":[",
                        "\"budgets\":{\"cost\":0.5},\"rules\":[{\"name\":\"next\",\"on\":{\"path\":\"/n\"},\"invoke\":\"chief\"},");
        Answer created = api.post("/v1/boards", "{\"boardId\":\"costly\",\"blueprint\":" + blueprint + "}");
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        api.post(
                answerPath(poll("costly", "{\"wait\":\"PT20S\"}")),
                "{\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":2}],\"usage\":{\"cost\":0.75}}");
        open("#/boards/costly");
        button(".board-actions", "Decide").click();
        click("#action input[value=raise]");
        find("#action [name=most]").sendKeys(".875");
        find("#action textarea").sendKeys("worth it");
        button("#action", "Decide").click();

        awaitShown(".entry-title", "decided");
        assertThat(api.get("/v1/boards/costly/log?kind=Decided").text()).contains("\"most\":0.875");
    }

    @Test
    void callOfWhichNobodyKnew_isSettled_andTheNextAttemptIsGivenThat() throws Exception {
        api.post("/v1/boards", "{\"boardId\":\"unknown\",\"blueprint\":" + FAILING.replace("failing", "unsure") + "}");
        JsonObject lent = poll("unsure", "{\"wait\":\"PT20S\"}");
        api.post(
                "/v1/invocations/" + RunningApi.text(lent, "invocationId") + "/progress",
                "{\"checkpoint\":" + ProgressApiTest.BEGUN + "}");
        api.post(answerPath(lent), "{\"failure\":{\"class\":\"unknown\",\"message\":\"it hung up\"}}");
        open("#/boards/unknown");
        awaitShown(".waits-for", "Find out whether it was done");

        button(".board-actions", "Decide").click();
        find("#action select[name=call]").sendKeys("was done");
        assertAccessibleInEveryLook();
        look(WIDE, 800, false);
        find("#action textarea[name=result]").sendKeys("{receipt");
        find("#action textarea[name=reason]").sendKeys("it is in the archive");
        button("#action", "Decide").click();
        awaitShown("#action .failed", "The result is no JSON");
        find("#action textarea[name=result]").clear();
        find("#action textarea[name=result]").sendKeys("{\"receipt\":41}");
        for (String lost : List.of("/settle", "/resolve")) {
            loseAnswer(lost);
            button("#action", "Decide").click();
            awaitShown("#action .failed", "does not answer");
        }
        button("#action", "Decide").click();
        awaitShown(".entry-title", "decided");
        assertThat(poll("unsure", "{\"wait\":\"PT20S\",\"checkpoints\":true}").toString())
                .contains("\"settled\":{\"done\":true,\"result\":{\"receipt\":41}}");
    }

    @Test
    void log_isDownloaded_asItStands(@TempDir Path folder) throws Exception {
        api.createBoard("kept/1", "nobody");
        browser.executeCdpCommand(
                "Browser.setDownloadBehavior",
                Map.of(
                        "behavior",
                        "allow",
                        "downloadPath",
                        folder.toAbsolutePath().toString()));
        open("#/boards/kept%2F1");
        awaitShown(".board-facts", "open");

        button(".board-actions", "Log").click();
        awaitShown(".said", "kept_1.ndjson");
        Path file = folder.resolve("kept_1.ndjson");
        eventually(() -> assertThat(file).exists());
        List<String> log = ((JsonArray)
                        JsonReader.parse(api.get("/v1/boards/kept%2F1/log").text()))
                .stream().map(Json::toString).toList();
        assertThat(Files.readAllLines(file)).isEqualTo(log);
        Process audit;
        try {
            audit = new ProcessBuilder(
                            "python3", Path.of("..", "audit", "audit.py").toString())
                    .redirectInput(file.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            Assumptions.abort("NOT CHECKED: deploy/audit/audit.py needs python3, but " + e.getMessage());
            return;
        }
        assertThat(new String(audit.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("ok 1 board");
    }

    private void act(String verb, String reason) {
        button(".board-actions", verb).click();
        find("#action textarea").sendKeys(reason);
        button("#action", verb).click();
        eventually(() -> assertThat(find("#action").isDisplayed()).isFalse());
    }

    private void patch(String text) {
        WebElement field = find("#action textarea[name=patch]");
        field.clear();
        field.sendKeys(text);
    }
}
