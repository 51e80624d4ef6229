package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.RunningApi.BLUEPRINT;
import static io.patchboard.standalone.http.RunningApi.note;
import static io.patchboard.standalone.http.RunningApi.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Boards over HTTP: created, proposed to, read and listed. */
@Order(1) // takes long, so it begins first
class BoardsApiTest extends ApiRig {

    @Test
    void board_thatIsValid_isCreatedBeforeTheReply() throws Exception {
        Answer created = api.createBoard("created 1/ü", "q-created");

        assertThat(created.status()).as(created.text()).isEqualTo(201);
        assertThat(created.header("location")).isEqualTo("/v1/boards/created%201%2F%C3%BC");
        assertThat(created.json().get("version")).contains(Json.of(1));
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(api.get(created.header("location")).status()).isEqualTo(200));
    }

    @Test
    void whatWasAnswered_isWhatIsReadNext_alsoWhereTheQueueIsNew() throws Exception {
        for (int i = 1; i <= 5; i++) {
            String board = "/v1/boards/read-next-" + i;
            assertThat(api.createBoard("read-next-" + i, "q-read-next-" + i).status())
                    .isEqualTo(201);
            assertThat(api.get(board).status()).isEqualTo(200);
            Answer proposed = api.post(board + "/proposals", "{\"worker\":\"guest\",\"patch\":" + note("Milk") + "}");

            assertThat(proposed.status()).as(proposed.text()).isEqualTo(200);
            assertThat(api.get(board + "/state").text()).isEqualTo("{\"notes\":[\"Milk\"]}");
            assertThat(api.get(board + "/log").text())
                    .contains("\"sequence\":" + proposed.json().get("sequence").orElseThrow() + ",");
        }
    }

    @Test
    void board_ofTheSameCommand_isTheSame() throws Exception {
        String body = "{\"commandId\":\"c-twice\",\"blueprint\":" + RunningApi.BLUEPRINT + "}";
        Answer first = api.post("/v1/boards", body);
        Answer again = api.post("/v1/boards", body);

        assertThat(first.status()).as(first.text()).isEqualTo(201);
        assertThat(again.text()).isEqualTo(first.text());
    }

    @Test
    void board_ofTheSameIdempotencyKey_isTheSameOnAnotherServer() throws Exception {
        String body = "{\"blueprint\":" + RunningApi.BLUEPRINT + "}";
        Answer first = api.post("/v1/boards", body, "Idempotency-Key", "\"key-1\"");
        assertThat(first.status()).as(first.text()).isEqualTo(201);
        try (RunningApi other = new RunningApi(all)) {
            // The other server has not seen the outcome, and finds it in the log.
            assertThat(other.post("/v1/boards", body, "Idempotency-Key", "\"key-1\"")
                            .text())
                    .isEqualTo(first.text());
        }
    }

    @Test
    void board_whoseIdIsTaken_isAConflict() throws Exception {
        assertThat(api.createBoard("taken", "q-taken").status()).isEqualTo(201);

        Answer second = api.createBoard("taken", "q-taken");

        assertProblem(second, 409);
        assertThat(second.text("code")).isEqualTo("board-exists");
    }

    @Test
    void board_thatIsInvalid_isRefusedWithEveryError() throws Exception {
        Answer refused = api.post(
                "/v1/boards",
                "{\"blueprint\":"
                        + RunningApi.BLUEPRINT.replace("patchboard/v1", "other").replace("\"add\"", "\"append\"")
                        + "}");

        assertProblem(refused, 422);
        assertThat(refused.text("type")).isEqualTo("urn:patchboard:problem:rejected");
        assertThat(refused.text("stage")).isEqualTo("SYNTAX");
        assertThat(refused.json().get("errors").orElseThrow().toString())
                .contains("/apiVersion", "/workers/scribe/write");
    }

    @Test
    void blueprint_asYamlAlone_isABoard() throws Exception {
        String yaml = """
                apiVersion: patchboard/v1
                name: plain
                state: {schema: {type: object}, initial: {a: 1}}
                workers: {guest: {instruction: Wait., unsolicited: true, write: [{op: [add], path: /b}]}}
                """;

        Answer created = api.post("/v1/boards?boardId=from-yaml", yaml, "Content-Type", "application/yaml");

        assertThat(created.status()).as(created.text()).isEqualTo(201);
        assertThat(created.text("boardId")).isEqualTo("from-yaml");
    }

    @Test
    void proposal_decided_isToldWithItsEntryOrItsReason() throws Exception {
        api.createBoard("proposals", "q-proposals");
        String path = "/v1/boards/proposals/proposals";

        Answer committed = api.post(path, proposal("p-1", "guest", "one"));
        assertThat(committed.status()).as(committed.text()).isEqualTo(200);
        assertThat(committed.text("type")).isEqualTo("PatchCommitted");
        assertThat(committed.text()).contains("/notes/0");
        assertThat(api.post(path, proposal("p-1", "guest", "again")).text()).isEqualTo(committed.text());

        Answer rejected = api.post(path, proposal("p-2", "guest", "longer than twenty characters"));
        assertProblem(rejected, 422);
        assertThat(rejected.text("stage")).isEqualTo("SCHEMA");
        assertThat(rejected.text("pointer")).isEqualTo("/notes/1");
        assertThat(rejected.text("code")).isEqualTo("maxLength");
        assertThat(rejected.text("rule")).isEqualTo("/properties/notes/items");

        Answer failedTest = api.post(
                path, "{\"worker\":\"guest\",\"patch\":[{\"op\":\"test\",\"path\":\"/notes\",\"value\":[\"x\"]}]}");
        assertProblem(failedTest, 409);
        assertThat(failedTest.text("stage")).isEqualTo("PRECONDITION");

        assertProblem(api.post(path, proposal("p-3", "nobody", "x")), 422);
        assertProblem(
                api.post("/v1/boards/no-such/proposals", proposal("p-4", "guest", "x"), "Prefer", "wait=60"), 404);
    }

    @Test
    void proposal_notWaitedFor_canBeAskedForLater() throws Exception {
        api.createBoard("async", "q-async");

        Answer taken =
                api.post("/v1/boards/async/proposals", proposal("p/1", "guest", "one"), "Prefer", "respond-async");

        assertThat(taken.status()).as(taken.text()).isEqualTo(202);
        assertThat(taken.header("preference-applied")).isEqualTo("respond-async");
        assertThat(taken.header("location")).isEqualTo("/v1/boards/async/proposals/p%2F1?worker=guest");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(api.get(taken.header("location")).text("type"))
                                .isEqualTo("PatchCommitted"));
        assertProblem(api.get("/v1/boards/async/proposals/other"), 404);
    }

    @Test
    void state_ofAnyVersion_canBeRead() throws Exception {
        api.createBoard("versions", "q-versions");
        for (String note : List.of("one", "two")) {
            assertThat(api.post("/v1/boards/versions/proposals", proposal("p-" + note, "guest", note))
                            .status())
                    .isEqualTo(200);
        }
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(api.get("/v1/boards/versions/state").header("PatchBoard-Version"))
                                .isEqualTo("3"));

        Answer second = api.get("/v1/boards/versions/state?version=2");

        assertThat(second.text()).isEqualTo("{\"notes\":[\"one\"]}");
        assertThat(second.header("PatchBoard-Version")).isEqualTo("2");
        String shown = second.header("PatchBoard-View-Hash");
        assertThat(shown).isEqualTo(CanonicalJson.sha256(JsonReader.parse(second.text())));
        assertThat(api.post(
                                "/v1/boards/versions/proposals",
                                proposal("p-seen", "guest", "three")
                                        .replace("{\"proposalId\"", "{\"viewHash\":\"" + shown + "\",\"proposalId\""))
                        .text())
                .contains("\"claimedViewHash\":\"" + shown + "\"");
        assertThat(api.get("/v1/boards/versions/state?version=1").text()).isEqualTo("{\"notes\":[]}");
        assertProblem(api.get("/v1/boards/versions/state?version=5"), 404);
        for (String bad : List.of("version=", "version=two", "version=-1", "version=1&version=2", "v=2")) {
            assertProblem(api.get("/v1/boards/versions/state?" + bad), 400);
        }
    }

    @Test
    void boards_areListedByPages_andLogsReadInParts() throws Exception {
        for (String id : List.of("page-1", "page-2", "page-3")) {
            api.createBoard(id, "q-pages");
        }
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(api.get("/v1/boards/page-3").status()).isEqualTo(200));

        List<String> listed = new ArrayList<>();
        String path = "/v1/boards?limit=2";
        while (!path.isEmpty()) {
            JsonObject page = api.get(path).json();
            JsonArray boards = (JsonArray) page.get("boards").orElseThrow();
            assertThat(boards.size()).isBetween(1, 2);
            boards.forEach(board -> listed.add(text((JsonObject) board, "boardId")));
            path = page.has("next") ? "/v1/boards?limit=2&cursor=" + text(page, "next") : "";
        }

        assertThat(listed).isSorted().doesNotHaveDuplicates().contains("page-1", "page-2", "page-3");
        assertThat(api.get("/v1/boards/page-1/log").text())
                .startsWith("[{\"type\":\"BoardCreated\"")
                .endsWith("}]");
        // The topic of a new queue is seen within some seconds.
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                api.get("/v1/boards/page-1/log?from=2&limit=1").text())
                        .startsWith("[{\"type\":\"WorkerInvoked\",\"boardId\":\"page-1\",\"sequence\":2,")
                        .doesNotContain("\"sequence\":3,"));
        assertThat(api.get("/v1/boards/page-1/log?from=100").text()).isEqualTo("[]");
        assertProblem(api.get("/v1/boards/page-0/log"), 404);
        assertProblem(api.get("/v1/boards?limit=0"), 400);
        assertProblem(api.get("/v1/boards?cursor=!"), 400);
    }

    @Test
    void board_tellsWhatWasUsed_byTheArchitectFirst() throws Exception {
        String usage = "{\"inputTokens\":2800,\"outputTokens\":100,\"model\":\"big\"}";
        assertThat(api.post(
                                "/v1/boards",
                                "{\"boardId\":\"used\",\"usage\":" + usage + ",\"blueprint\":"
                                        + BLUEPRINT.replace("QUEUE", "q-used") + "}")
                        .status())
                .isEqualTo(201);
        assertThat(api.post(
                                "/v1/boards/used/proposals",
                                proposal("p-used", "guest", "one")
                                        .replace("{\"proposalId\"", "{\"usage\":{\"inputTokens\":7},\"proposalId\""))
                        .status())
                .isEqualTo(200);

        JsonObject board = api.get("/v1/boards/used").json();

        assertThat(board.get("tokens")).contains(Json.of(2907));
        assertThat(board.get("consumption").orElseThrow()).isEqualTo(JsonReader.parse("""
                [{"component": "architect", "model": "big", "answers": 1, "inputTokens": 2800, "outputTokens": 100, "cost": 0},
                 {"component": "worker", "worker": "guest", "answers": 1, "inputTokens": 7, "outputTokens": 0, "cost": 0}]"""));
        assertThat(Cli.run("board", "show", "used", "--bootstrap-server", all.bootstrapServers())
                        .out())
                .contains("architect, big: 1 answer, 2800 tokens in, 100 out", "guest: 1 answer, 7 tokens in, 0 out");
    }

    @Test
    void board_tellsWhatItWaitsFor() throws Exception {
        String blueprint = BLUEPRINT
                .replace("QUEUE", "q-waits")
                .replace("\"invoke\":\"critic\"", "\"invoke\":\"critic\",\"delay\":\"PT1H\"");
        assertThat(api.post("/v1/boards", "{\"boardId\":\"waits\",\"blueprint\":" + blueprint + "}")
                        .status())
                .isEqualTo(201);

        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonObject board = api.get("/v1/boards/waits").json();
            assertThat(board.get("openInvocations").orElseThrow().toString())
                    .contains("\"invocationId\":\"", "\"worker\":\"scribe\"", "\"deadline\":\"");
            assertThat(board.get("heldTriggers").orElseThrow().toString())
                    .contains("\"reason\":\"delay\"", "\"rule\":\"criticize\"", "\"due\":\"");
            assertThat(board.get("waitingInvocations")).contains(JsonArray.EMPTY);
        });
        Cli shown = Cli.run("board", "show", "waits", "--bootstrap-server", all.bootstrapServers());
        String id = text(
                (JsonObject) ((JsonArray) api.get("/v1/boards/waits")
                                .json()
                                .get("openInvocations")
                                .orElseThrow())
                        .get(0),
                "invocationId");
        assertThat(shown.out()).contains(id);
        assertThat(shown.out()).containsPattern("held +by criticize, waits \\(delay\\), until ");
    }

    private static String proposal(String id, String worker, String note) {
        return "{\"proposalId\":\"" + id + "\",\"worker\":\"" + worker + "\",\"patch\":" + note(note) + "}";
    }
}
