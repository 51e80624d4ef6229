package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.RunningApi.note;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Over HTTP: what would become of a proposal, and boards that are paused, resumed, cancelled and reopened. */
class DryRunAndControlApiTest extends ApiRig {

    private static String proposal(String id, String worker, String note) {
        return "{\"proposalId\":\"" + id + "\",\"worker\":\"" + worker + "\",\"patch\":" + note(note) + "}";
    }

    @Test
    void dryRun_isAnsweredAsTheProposalWouldBe_andChangesNothing() throws Exception {
        assertThat(api.createBoard("dry", "q-dry").status()).isEqualTo(201);
        await().atMost(PATIENCE)
                .until(() -> api.get("/v1/boards/dry/log").text().split("WorkerInvoked", -1).length == 3);
        String before = api.get("/v1/boards/dry/log").text();
        String good = proposal("p-dry", "guest", "Milk");
        String bad = proposal("p-dry", "guest", "a note of more than twenty characters");

        Answer wouldBe = api.post("/v1/boards/dry/proposals?dryRun=true", good);
        Answer wouldNotBe = api.post("/v1/boards/dry/proposals?dryRun=true", bad);

        assertThat(wouldBe.status()).as(wouldBe.text()).isEqualTo(200);
        assertThat(wouldBe.json().get("dryRun")).contains(Json.of(true));
        assertThat(wouldBe.json().get("following")).contains(JsonArray.of());
        assertProblem(wouldNotBe, 422);
        assertThat(wouldNotBe.text("stage")).isEqualTo("SCHEMA");
        assertThat(wouldNotBe.json().get("dryRun")).contains(Json.of(true));
        assertThat(api.get("/v1/boards/dry/log").text()).isEqualTo(before);
        for (String wrong : List.of("?dryRun=yes", "?dryRun=", "?dryRun")) {
            assertProblem(api.post("/v1/boards/dry/proposals" + wrong, good), 400);
        }
        assertProblem(api.get("/v1/boards?blueprint="), 400);
        assertThat(api.get("/v1/boards/dry/log").text()).isEqualTo(before);

        Answer done = api.post("/v1/boards/dry/proposals?dryRun=false", good);
        assertThat(done.status()).as(done.text()).isEqualTo(200);
        for (String same : List.of("sequence", "version", "patch", "stateHash", "previousHash")) {
            assertThat(wouldBe.json().get(same)).as(same).isEqualTo(done.json().get(same));
        }
        assertProblem(api.post("/v1/boards/nobody/proposals?dryRun=true", good), 404);
    }

    @Test
    void dryRun_ofWhatAGateWouldHold_isToldAsHeld() throws Exception {
        String blueprint = """
                {"apiVersion": "patchboard/v1", "name": "gated",
                 "state": {"schema": {"type": "object"}, "initial": {}},
                 "workers": {"guest": {"unsolicited": true, "write": [{"op": ["add"], "path": "/granted"}]}},
                 "gates": [{"name": "last", "on": {"path": "/granted"}}]}""";
        assertThat(api.post("/v1/boards", "{\"boardId\":\"gated\",\"blueprint\":" + blueprint + "}")
                        .status())
                .isEqualTo(201);
        String proposals = "/v1/boards/gated/proposals";
        String grant = "{\"worker\":\"guest\",\"patch\":[{\"op\":\"add\",\"path\":\"/granted\",\"value\":true}]}";

        Answer wouldBe = api.post(proposals + "?dryRun=true", grant);
        Answer held = api.post(proposals, grant);

        for (Answer answer : List.of(wouldBe, held)) {
            assertThat(answer.status()).as(answer.text()).isEqualTo(202);
            assertThat(answer.text("status")).isEqualTo("held");
            assertThat(answer.text("type")).isEqualTo("PatchHeld");
        }
        assertThat(wouldBe.json().get("dryRun")).contains(Json.of(true));
    }

    @Test
    void value_goesWhereTheContractSays() throws Exception {
        assertThat(api.createBoard("mail", "q-mail").status()).isEqualTo(201);
        String proposals = "/v1/boards/mail/proposals";
        String milk = "{\"worker\":\"guest\",\"value\":\"Milk\"}";

        assertThat(api.post(proposals + "?dryRun=true", milk).json().get("dryRun"))
                .contains(Json.of(true));
        Answer sent = api.post(proposals, milk);

        assertThat(sent.status()).as(sent.text()).isEqualTo(200);
        assertThat(sent.json().get("patch").orElseThrow().toString())
                .isEqualTo("[{\"op\":\"add\",\"path\":\"/notes/0\",\"value\":\"Milk\"}]");
        Answer elsewhere = api.post(proposals, "{\"worker\":\"guest\",\"value\":1,\"path\":\"/title\"}");
        assertProblem(elsewhere, 400);
        assertThat(elsewhere.text("detail")).contains("/notes/-");
        assertProblem(api.post(proposals, "{\"worker\":\"guest\",\"value\":1,\"patch\":[]}"), 400);
        assertProblem(api.post("/v1/boards/nobody/proposals", milk), 404);
    }

    @Test
    void pauseResumeCancel_areToldWithTheirEntries_orWhyNot() throws Exception {
        assertThat(api.createBoard("steered", "q-steered").status()).isEqualTo(201);
        String board = "/v1/boards/steered";

        Answer paused = api.post(board + "/pause", "{\"reason\":\"lunch\",\"commandId\":\"c-pause\"}");
        assertThat(paused.status()).as(paused.text()).isEqualTo(200);
        assertThat(paused.text("type")).isEqualTo("BoardPaused");
        assertThat(paused.text("reason")).isEqualTo("lunch");
        assertThat(api.post(board + "/pause", "{\"commandId\":\"c-pause\"}").text())
                .isEqualTo(paused.text());
        Answer again = api.post(board + "/pause", "");
        assertProblem(again, 409);
        assertThat(again.text("code")).isEqualTo("already-paused");
        assertThat(api.get(board).json().get("phase")).contains(Json.of("paused"));

        assertThat(api.post(board + "/resume", "{}").text("type")).isEqualTo("BoardResumed");
        assertProblem(api.post(board + "/resume", "{}"), 409);
        assertThat(api.post(board + "/cancel", "{\"reason\":\"enough\"}").text("type"))
                .isEqualTo("BoardCancelled");
        assertProblem(api.post(board + "/cancel", "{}"), 409);
        assertProblem(api.post(board + "/pause", "{\"why\":\"lunch\"}"), 400);

        assertProblem(api.post(board + "/reopen", "{}"), 400);
        assertProblem(api.post(board + "/reopen", "{\"reason\":\"r\",\"raised\":[{\"budget\":\"tokens\"}]}"), 400);
        assertThat(api.post(board + "/reopen", "{\"reason\":\"not enough\",\"raised\":[]}")
                        .text("type"))
                .isEqualTo("BoardReopened");
        assertThat(api.get(board).json().get("phase")).contains(Json.of("open"));
        assertProblem(api.post(board + "/reopen", "{\"reason\":\"again\"}"), 409);
        assertProblem(api.post("/v1/boards/never-created/cancel", "{}"), 404);
    }

    @Test
    void message_toAPausedBoard_waitsUntilItGoesOn() throws Exception {
        String blueprint = """
                {"apiVersion": "patchboard/v1", "name": "letters",
                 "state": {"schema": {"type": "object"}, "initial": {"letters": []}},
                 "workers": {"friend": {"unsolicited": true, "write": [{"op": ["add"], "path": "/letters/-"}]}}}""";
        assertThat(api.post("/v1/boards", "{\"boardId\":\"letters\",\"blueprint\":" + blueprint + "}")
                        .status())
                .isEqualTo(201);
        String board = "/v1/boards/letters";
        assertThat(api.post(board + "/pause", "{}").status()).isEqualTo(200);

        Answer early = api.post(board + "/proposals", letter("early"), "Prefer", "wait=0");
        assertThat(early.status()).as(early.text()).isEqualTo(202);
        assertThat(early.text("status")).isEqualTo("pending");
        CompletableFuture<Answer> late = api.posted(board + "/proposals", letter("late"));
        assertThat(api.post(board + "/proposals?dryRun=true", letter("asked")).text("code"))
                .isEqualTo("paused");
        assertThat(api.get(early.text("outcome")).status()).isEqualTo(404);
        assertThat(late).isNotDone();
        assertThat(api.get(board + "/log").text()).doesNotContain("early", "late", "PatchRejected");
        assertThat(api.post(board + "/resume", "{}").status()).isEqualTo(200);

        assertThat(late.get(5, TimeUnit.MINUTES).text("type")).isEqualTo("PatchCommitted");
        assertThat(api.get(early.text("outcome")).text("type")).isEqualTo("PatchCommitted");
        assertThat(api.get(board + "/state").text()).isEqualTo("{\"letters\":[\"early\",\"late\"]}");
    }

    private static String letter(String text) {
        return "{\"worker\":\"friend\",\"value\":\"" + text + "\"}";
    }
}
