package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.RunningApi.BLUEPRINT;
import static io.patchboard.standalone.http.RunningApi.note;
import static io.patchboard.standalone.http.RunningApi.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Boards and workers over HTTP, against a real broker and kernel. */
@Order(1) // takes long, so it begins first
class WorkerApiTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    static Path dir;

    private static AllInOne all;
    private static RunningApi api;

    @BeforeAll
    static void start() {
        all = AllInOne.start(AllInOneConfig.on(dir));
        api = new RunningApi(all);
    }

    @AfterAll
    static void stop() {
        api.close();
        all.close();
    }

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
        assertThat(api.post("/v1/boards/dry/proposals?dryRun=yes", good).status())
                .isEqualTo(400);

        Answer done = api.post("/v1/boards/dry/proposals?dryRun=false", good);
        assertThat(done.status()).as(done.text()).isEqualTo(200);
        for (String same : List.of("sequence", "version", "patch", "stateHash", "previousHash")) {
            assertThat(wouldBe.json().get(same)).as(same).isEqualTo(done.json().get(same));
        }
        assertProblem(api.post("/v1/boards/nobody/proposals?dryRun=true", good), 404);
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
        assertProblem(api.post("/v1/boards/never-created/cancel", "{}"), 404);
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
    void invocation_polledAndAnswered_isCommittedOnce() throws Exception {
        api.createBoard("answered", "q-answered");
        JsonObject invocation = poll("q-answered", "{\"workers\":[\"scribe\"]}");
        assertThat(text(invocation, "boardId")).isEqualTo("answered");
        assertThat(text(invocation, "leaseUntil")).isEqualTo(text(invocation, "deadline"));
        String path = answerPath(invocation);

        Answer committed = api.post(path, note("bread"));
        assertThat(committed.status()).as(committed.text()).isEqualTo(200);
        assertThat(text(committed.json(), "worker")).isEqualTo("scribe");
        // Twice, and to a server that never lent it: one outcome.
        assertThat(api.post(path, note("milk")).text()).isEqualTo(committed.text());
        try (RunningApi other = new RunningApi(all)) {
            assertProblem(other.post(path, note("milk")), 404);
            assertThat(other.post(path + "?boardId=answered&worker=scribe", note("milk"))
                            .text())
                    .isEqualTo(committed.text());
        }
        // Reading is some milliseconds behind the log.
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(api.get("/v1/boards/answered/state").text()).isEqualTo("{\"notes\":[\"bread\"]}"));
    }

    @Test
    void answer_withEnvelope_carriesUsageOrAnError() throws Exception {
        api.createBoard("envelope", "q-envelope");
        JsonObject scribe = poll("q-envelope", "{\"workers\":[\"scribe\"]}");
        JsonObject critic = poll("q-envelope", "{\"workers\":[\"critic\"]}");

        Answer used = api.post(
                answerPath(scribe), "{\"patch\":" + note("a") + ",\"usage\":{\"inputTokens\":3,\"outputTokens\":4}}");
        Answer failed = api.post(answerPath(critic), "{\"error\":\"no idea\"}");

        assertThat(used.json().get("usage").orElseThrow().toString()).contains("\"inputTokens\":3");
        assertThat(failed.status()).as(failed.text()).isEqualTo(200);
        assertThat(failed.text("stage")).isEqualTo("WORKER");
    }

    @Test
    void answer_thatTheKernelRejects_isAProblem() throws Exception {
        api.createBoard("rejected", "q-rejected");
        JsonObject invocation = poll("q-rejected", "{}");

        Answer rejected = api.post(answerPath(invocation), "[{\"op\":\"remove\",\"path\":\"/notes\"}]");

        assertProblem(rejected, 422);
        assertThat(rejected.text("stage")).isEqualTo("AUTHORIZATION");
        assertThat(rejected.text("invocationId")).isEqualTo(text(invocation, "invocationId"));
    }

    @Test
    void lease_thatEnds_givesTheInvocationToTheNext() throws Exception {
        api.createBoard("leases", "q-leases");
        String mine = "{\"workers\":[\"scribe\"],\"lease\":\"PT1S\",\"wait\":30000}";
        JsonObject first = poll("q-leases", mine);
        JsonObject second = poll("q-leases", mine);

        assertThat(text(second, "invocationId")).isEqualTo(text(first, "invocationId"));
        // Its lease is over, its deadline is not.
        assertThat(api.post(answerPath(first), note("late")).status()).isEqualTo(200);
    }

    @Test
    void poll_ofAQueueThatIsNotThereYet_waitsForIt() throws Exception {
        CompletableFuture<Answer> waiting = api.posted("/v1/queues/q-later/poll", "{\"wait\":\"PT60S\"}");
        assertThat(api.post("/v1/queues/q-later/poll", "{\"wait\":0}").invocations())
                .isEmpty();

        api.createBoard("later", "q-later");

        assertThat(waiting.get().invocations()).hasSize(1);
    }

    @Test
    void pollersInHundreds_shareTheInvocations() throws Exception {
        List<CompletableFuture<Answer>> waiting = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            waiting.add(api.posted("/v1/queues/q-crowd/poll", "{\"wait\":\"PT60S\",\"workers\":[\"scribe\"]}"));
        }
        for (int i = 0; i < 20; i++) {
            assertThat(api.createBoard("crowd-" + i, "q-crowd").status()).isEqualTo(201);
        }

        List<String> boards = new ArrayList<>();
        await().atMost(PATIENCE).untilAsserted(() -> {
            boards.clear();
            for (CompletableFuture<Answer> one : waiting) {
                if (one.isDone()) {
                    one.get().invocations().forEach(invocation -> boards.add(text(invocation, "boardId")));
                }
            }
            assertThat(boards).hasSize(20);
        });
        assertThat(boards).doesNotHaveDuplicates();
        waiting.forEach(one -> one.cancel(true));
    }

    @Test
    void poller_whoLeaves_takesNothingWithIt() throws Exception {
        try (Socket leaver = connect()) {
            leaver.getOutputStream()
                    .write(("POST /v1/queues/q-leaver/poll HTTP/1.1\r\nHost: localhost\r\n"
                                    + "Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{\"wait\":6e4}")
                            .getBytes(StandardCharsets.US_ASCII));
        }
        api.createBoard("leaver", "q-leaver");

        // Had it been lent to the one who left, it would not come before its deadline.
        JsonObject invocation = poll("q-leaver", "{\"wait\":\"PT30S\",\"workers\":[\"scribe\"]}");
        assertThat(text(invocation, "boardId")).isEqualTo("leaver");
        assertThat(poll("q-leaver", "{\"wait\":\"PT30S\",\"workers\":[\"critic\"]}", 1))
                .hasSize(1);
    }

    @Test
    void invocations_nobodyAsksFor_doNotHoldUpOthers() throws Exception {
        for (int i = 0; i < 5; i++) {
            api.createBoard("mixed-" + i, "q-mixed");
        }
        assertThat(poll("q-mixed", "{\"max\":100,\"workers\":[\"nobody\"],\"wait\":0}", 0))
                .isEmpty();

        Set<String> boards = new HashSet<>();
        while (boards.size() < 5) {
            poll("q-mixed", "{\"max\":100,\"workers\":[\"critic\"],\"wait\":\"PT30S\"}", -1)
                    .forEach(invocation -> boards.add(text(invocation, "boardId")));
        }
        assertThat(boards).hasSize(5);
    }

    @Test
    void invocations_nobodyAsksFor_arrivingOneByOne_doNotHoldUpOthers() throws Exception {
        for (int i = 0; i < 100; i++) {
            String board = "lonely-" + i;
            assertThat(api.createBoard(board, "q-lonely").status()).isEqualTo(201);
            // Nobody polls for its scribe.
            JsonObject critic = poll("q-lonely", "{\"workers\":[\"critic\"],\"wait\":\"PT30S\"}");
            assertThat(text(critic, "boardId")).isEqualTo(board);
        }
    }

    @Test
    void server_whosePollersHaveGone_leavesTheQueueToOthers() throws Exception {
        api.createBoard("left-0", "q-left");
        JsonObject first = poll("q-left", "{\"workers\":[\"scribe\"],\"wait\":\"PT30S\"}");
        assertThat(api.post(answerPath(first), note("x")).status()).isEqualTo(200);
        Set<String> missing = new HashSet<>();
        for (int i = 1; i <= 20; i++) {
            missing.add("left-" + i);
            api.createBoard("left-" + i, "q-left");
        }

        try (RunningApi other = new RunningApi(all)) {
            await().atMost(PATIENCE).until(() -> {
                other.post("/v1/queues/q-left/poll", "{\"max\":100,\"workers\":[\"scribe\"],\"wait\":\"PT5S\"}")
                        .invocations()
                        .forEach(invocation -> missing.remove(text(invocation, "boardId")));
                return missing.isEmpty();
            });
        }
    }

    @Test
    void answer_inTheNameOfAnotherWorker_doesNotUseUpTheInvocation() throws Exception {
        api.createBoard("named", "q-named");
        JsonObject invocation = poll("q-named", "{\"workers\":[\"scribe\"]}");
        try (RunningApi other = new RunningApi(all)) {
            Answer wrong =
                    other.post(answerPath(invocation) + "?boardId=named&worker=critic", note("not by the critic"));
            assertThat(wrong.status()).as(wrong.text()).isIn(404, 409, 422);
        }

        Answer right = api.post(answerPath(invocation), note("by the scribe"));

        assertThat(right.status()).as(right.text()).isEqualTo(200);
    }

    @Test
    void answer_toAnIdThatIsTooLongForAProposal_isRefused() throws Exception {
        assertProblem(api.post("/v1/invocations/" + "i".repeat(195) + "/answer", "[]"), 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%2Fb", "%C3%BC", "a.b", "-a", "%20", "a%00b"})
    void queue_thatCannotBe_isRefused(String name) throws Exception {
        assertProblem(api.post("/v1/queues/" + name + "/poll", "{\"wait\":0}"), 400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/queues/q/poll | {\"max\":0} | /max",
                "/v1/queues/q/poll | {\"max\":\"many\"} | /max",
                "/v1/queues/q/poll | {\"wait\":\"PT2M\"} | /wait",
                "/v1/queues/q/poll | {\"wait\":-1} | /wait",
                "/v1/queues/q/poll | {\"lease\":\"soon\"} | /lease",
                "/v1/queues/q/poll | {\"workers\":\"a\"} | /workers",
                "/v1/queues/q/poll | {\"worker\":\"a\"} | /worker",
                "/v1/boards | {\"boardId\":\"b\"} | /blueprint",
                "/v1/boards | {\"boardId\":\"!b\",\"blueprint\":{}} | /boardId",
                "/v1/boards | {\"boardId\":\"b\",\"blueprint\":{},\"inputs\":{}} | /inputs",
                "/v1/boards | {\"type\":\"PauseBoard\",\"blueprint\":{}} | /type",
                "/v1/boards/b/proposals | {\"patch\":[]} | /worker",
                "/v1/boards/b/proposals | {\"worker\":\"w\",\"proposalId\":\"\"} | /proposalId",
                "/v1/boards/b/proposals | {\"worker\":\"w\",\"usage\":{\"inputTokens\":-1}} | /usage/inputTokens",
                "/v1/boards/b/proposals | {\"worker\":\"w\",\"boardId\":\"c\"} | /boardId",
                "/v1/invocations/i/answer | {\"usage\":7} | /usage",
            })
    void bodies_thatAreWrong_areToldWhere(String path, String body, String pointer) throws Exception {
        Answer refused = api.post(path, body);

        assertProblem(refused, 400);
        assertThat(refused.text("pointer")).isEqualTo(pointer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "{\"a\":1,\"a\":2}", "{} {}", "\u0000", "{\"worker\":\"\\ud800\"}"})
    void bodies_thatAreNoObject_areRefused(String body) throws Exception {
        assertProblem(api.post("/v1/boards/b/proposals", body), 400);
        assertProblem(api.post("/v1/boards", body), 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9", "f", "[9,"})
    void yaml_thatIsLong_isRefusedBeforeItIsParsed(String repeated) throws Exception {
        Answer refused =
                api.post("/v1/boards", "apiVersion: " + repeated.repeat(1_100_000), "Content-Type", "application/yaml");

        assertProblem(refused, 400);
        assertThat(refused.text("detail")).contains("at most 1048576 bytes of YAML", "Send it as JSON");
    }

    @Test
    void bodies_tooDeep_areRefused() throws Exception {
        assertProblem(api.post("/v1/boards", "[".repeat(200_000)), 400);
        assertProblem(
                api.post(
                        "/v1/boards/b/proposals",
                        "{\"worker\":\"w\",\"patch\":" + "[".repeat(150) + "]".repeat(150) + "}"),
                400);
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
        assertThat(api.get("/v1/boards/versions/state?version=1").text()).isEqualTo("{\"notes\":[]}");
        assertProblem(api.get("/v1/boards/versions/state?version=4"), 404);
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

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"})
    void bodies_ofOtherTypes_areRefused(String type) throws Exception {
        for (String path :
                List.of("/v1/boards", "/v1/boards/b/proposals", "/v1/invocations/i/answer", "/v1/queues/q/poll")) {
            assertProblem(api.post(path, "{}", "Content-Type", type), 415);
        }
    }

    @Test
    void answer_toAnInvocationOfNobody_isNotFound() throws Exception {
        Answer unknown = api.post("/v1/invocations/none/answer", "[]");
        assertProblem(unknown, 404);
        assertThat(unknown.text("detail")).contains("boardId", "worker");

        api.createBoard("invented", "q-invented");
        Answer invented = api.post("/v1/invocations/none/answer?boardId=invented&worker=scribe", "[]");
        assertProblem(invented, 404);
        assertThat(invented.text("code")).isEqualTo("unknown-invocation");
    }

    @Test
    void answer_thatAGatewayAwaits_goesToIt() throws Exception {
        AwaitedAnswers awaited = new AwaitedAnswers();
        try (RunningApi gateway = new RunningApi(all, awaited)) {
            CompletableFuture<io.patchboard.gateway.worker.Answer> place = awaited.await("called-1");

            Answer taken = gateway.post("/v1/invocations/called-1/answer", note("late"));

            assertThat(taken.status()).as(taken.text()).isEqualTo(202);
            assertThat(place.get().patch().toString()).isEqualTo(note("late"));
        }
    }

    @Test
    void answer_thatAGatewayAwaits_withItsBoard_isToldTheOutcome() throws Exception {
        api.createBoard("called", "q-called");
        String id = text(poll("q-called", "{\"workers\":[\"scribe\"]}"), "invocationId");
        AwaitedAnswers awaited = new AwaitedAnswers();
        try (RunningApi gateway = new RunningApi(all, awaited)) {
            // What the gateway's runner does with it.
            awaited.await(id)
                    .thenCompose(answer -> api.posted(
                            "/v1/boards/called/proposals",
                            "{\"proposalId\":\"" + ProposalSubmitter.proposalId(id, "scribe") + "\",\"invocationId\":\""
                                    + id + "\",\"worker\":\"scribe\",\"patch\":" + answer.patch() + "}"));

            Answer told =
                    gateway.post("/v1/invocations/" + id + "/answer?boardId=called&worker=scribe", note("by callback"));

            assertThat(told.status()).as(told.text()).isEqualTo(200);
            assertThat(told.text("type")).isEqualTo("PatchCommitted");
        }
    }

    @Test
    void examples_ofTheDocument_doWhatTheySay() throws Exception {
        JsonObject paths =
                (JsonObject) api.get("/openapi.json").json().get("paths").orElseThrow();

        assertThat(api.post("/v1/boards", example(paths, "/v1/boards", "board")).status())
                .isEqualTo(201);
        assertThat(api.post("/v1/boards/notes-1/proposals", example(paths, "/v1/boards/{id}/proposals", "proposal"))
                        .status())
                .isEqualTo(200);
        JsonObject invocation = poll("notes", example(paths, "/v1/queues/{queue}/poll", "poll"));
        for (String name : List.of("envelope", "patch")) {
            assertThat(api.post(answerPath(invocation), example(paths, "/v1/invocations/{id}/answer", name))
                            .status())
                    .isEqualTo(200);
        }
    }

    private static String example(JsonObject paths, String path, String name) {
        Json at = paths.get(path).orElseThrow();
        for (String step : List.of("post", "requestBody", "content", "application/json", "examples", name, "value")) {
            at = ((JsonObject) at).get(step).orElseThrow();
        }
        return at.toString();
    }

    private static JsonObject poll(String queue, String body) throws Exception {
        return poll(queue, body, 1).get(0);
    }

    /** @param count that must come; -1 for any */
    private static List<JsonObject> poll(String queue, String body, int count) throws Exception {
        Answer answer = api.post("/v1/queues/" + queue + "/poll", body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        if (count >= 0) {
            assertThat(answer.invocations()).as(answer.text()).hasSize(count);
        }
        return answer.invocations();
    }

    private static Socket connect() throws IOException {
        return new Socket(
                InetAddress.getLoopbackAddress(), URI.create(api.url()).getPort());
    }

    private static String answerPath(JsonObject invocation) {
        return "/v1/invocations/" + text(invocation, "invocationId") + "/answer";
    }

    private static String proposal(String id, String worker, String note) {
        return "{\"proposalId\":\"" + id + "\",\"worker\":\"" + worker + "\",\"patch\":" + note(note) + "}";
    }

    private static void assertProblem(Answer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.header("content-type")).startsWith("application/problem+json");
        assertThat(answer.json().names()).contains("type", "title", "status", "detail", "instance");
    }
}
