package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.http.ReloadedPrincipals;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gate holds is told, shown and decided over HTTP, by whom it asks. */
class GatesApiTest extends ApiRig {

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"gated",
             "state":{"schema":{"type":"object","properties":{"text":{"type":"string","maxLength":20}}},
                      "initial":{"text":"draft"}},
             "workers":{"guest":{"unsolicited":true,"write":[{"op":["replace"],"path":"/text"}]}},
             "gates":[{"name":"publish","on":{"path":"/text"},"approvers":["ada","grace"],
                       "card":{"title":"A text goes out","show":["/text"],"reverse":"Take it down."}}]}
            """;

    /** Apart, so that what is counted by gate stays what it is. */
    private static final String OTHER =
            BLUEPRINT.replace("\"gated\"", "\"gated-too\"").replace("\"write\"", "\"read\":[\"/text\"],\"write\"");

    @TempDir
    Path files;

    private RunningApi guarded;

    @BeforeAll
    void startGuarded(@TempDir Path dir) throws Exception {
        Path file = Files.writeString(
                dir.resolve("principals.yaml"), """
                principals:
                  ada: {tokens: ["%s"], rights: [read, create, operate, approve], propose: ["*"]}
                  grace: {tokens: ["%s"], rights: [read, approve]}
                  eve: {tokens: ["%s"], rights: [read, approve]}
                """.formatted(hash("ada"), hash("grace"), hash("eve")));
        guarded = new RunningApi(
                all, new AwaitedAnswers(), HttpServerConfig.onPort(0).withPrincipals(ReloadedPrincipals.of(file)));
    }

    @AfterAll
    void stopGuarded() {
        guarded.close();
    }

    /** With an approver who has not sent the patch, as ada has, and does not modify it, as grace does. */
    private static String andEve(String blueprint) {
        return blueprint.replace("\"grace\"]", "\"grace\",\"eve\"]");
    }

    private static String hash(String name) {
        return "sha256:" + CanonicalJson.sha256((name + "-token").getBytes(StandardCharsets.UTF_8));
    }

    private static String[] as(String name) {
        return new String[] {"Authorization", "Bearer " + name + "-token"};
    }

    private Answer held(String board, String text) throws Exception {
        return held(board, BLUEPRINT, text);
    }

    private Answer held(String board, String blueprint, String text) throws Exception {
        String body =
                "{\"commandId\":\"c-" + board + "\",\"boardId\":\"" + board + "\",\"blueprint\":" + blueprint + "}";
        await().atMost(PATIENCE)
                .until(() -> guarded.post("/v1/boards", body, as("ada")).status() == 201);
        return guarded.post(
                "/v1/boards/" + board + "/proposals",
                "{\"proposalId\":\"p-" + board + "\",\"worker\":\"guest\","
                        + "\"patch\":[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"" + text + "\"}]}",
                as("ada"));
    }

    private JsonObject item(String board) throws Exception {
        await().atMost(PATIENCE)
                .until(() -> guarded.get("/v1/inbox", as("grace")).text().contains("\"boardId\":\"" + board + "\""));
        JsonArray items = (JsonArray)
                guarded.get("/v1/inbox", as("grace")).json().get("items").orElseThrow();
        return items.stream()
                .map(JsonObject.class::cast)
                .filter(one -> one.toString().contains("\"boardId\":\"" + board + "\""))
                .findFirst()
                .orElseThrow();
    }

    private Answer decide(String board, String by, String option) throws Exception {
        return guarded.post(
                "/v1/boards/" + board + "/resolve", "{\"reason\":\"looked at it\",\"option\":" + option + "}", as(by));
    }

    @Test
    void held_isToldToItsSender_andShownToTheApprovers() throws Exception {
        Answer held = held("shown", "final");

        assertThat(held.status()).as(held.text()).isEqualTo(202);
        assertThat(held.text("status")).isEqualTo("held");
        assertThat(held.text()).doesNotContain("/text is");
        JsonObject item = item("shown");
        assertThat(item.get("kind").orElseThrow().toString()).isEqualTo("\"gate\"");
        assertThat(item.toString())
                .contains(
                        "\"changes\":[\"changes /text from \\\"draft\\\" to \\\"final\\\"\"]",
                        "\"shown\":[\"/text is \\\"final\\\"\"]",
                        "\"reverse\":\"Take it down.\"",
                        "\"by\":\"ada\"",
                        "\"excluded\":[\"guest\",\"ada\"]");
    }

    @Test
    void approved_byWhomItAsks_andByNobodyElse() throws Exception {
        held("approved", "final");

        Answer stranger = decide("approved", "eve", "\"approve\"");
        Answer author = decide("approved", "ada", "\"approve\"");
        Answer waiting = guarded.get("/v1/boards/approved/proposals/p-approved?worker=guest", as("ada"));
        Answer decided = decide("approved", "grace", "\"approve\"");
        Answer again = decide("approved", "grace", "\"approve\"");
        Answer outcome = guarded.get("/v1/boards/approved/proposals/p-approved?worker=guest", as("ada"));

        assertProblem(stranger, 403);
        assertThat(stranger.text("code")).isEqualTo("not-approver");
        assertProblem(author, 403);
        assertThat(author.text("detail")).contains("four eyes");
        assertThat(waiting.status()).isEqualTo(202);
        assertThat(waiting.text("type")).isEqualTo("PatchHeld");
        assertThat(waiting.text("status")).isEqualTo("held");
        assertThat(decided.status()).as(decided.text()).isEqualTo(200);
        assertThat(decided.text("type")).isEqualTo("Decided");
        assertProblem(again, 409);
        assertThat(outcome.status()).isEqualTo(200);
        assertThat(outcome.text("type")).isEqualTo("PatchCommitted");
        assertThat(outcome.text()).contains("\"approvedBy\":[\"grace\"]");
    }

    @Test
    void modified_thatBreaksTheSchema_isRefused_thenAskedOfTheOther() throws Exception {
        held("modified", andEve(BLUEPRINT), "final");

        Answer tooLong = decide(
                "modified",
                "grace",
                "\"modify\",\"patch\":[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"longer than it may be at all\"}]");
        Answer better = decide(
                "modified",
                "grace",
                "\"modify\",\"patch\":[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"better\"}]");
        Answer outcome = guarded.get("/v1/boards/modified/proposals/p-modified?worker=guest", as("ada"));

        assertProblem(tooLong, 422);
        assertThat(tooLong.text("code")).isEqualTo("maxLength");
        assertThat(better.status()).as(better.text()).isEqualTo(200);
        assertThat(outcome.text("type")).isEqualTo("PatchHeld");
        assertThat(outcome.text("modifiedBy")).isEqualTo("grace");
    }

    @Test
    void onTheCommandLine_listedShownAndDecided_andTheLogHolds() throws Exception {
        held("cli", "final");

        Cli list = cli("approvals", "list");
        Cli shown = cli("approvals", "show", "cli");
        Cli stranger = cli("approvals", "approve", "cli", "--by", "eve", "--reason", "why not");
        Cli verified = cli("replay", "--verify", "--decide", "--inputs");
        Cli approved = cli("approvals", "approve", "cli", "--by", "grace", "--reason", "checked");
        Cli log = cli("board", "log", "cli");

        assertThat(list.out()).contains("cli", "publish", "guest", "ada, grace");
        assertThat(shown.out()).contains("A text goes out", "changes /text from", "to undo: Take it down.");
        assertThat(stranger.exitCode()).isEqualTo(4);
        assertThat(stranger.err()).contains("Expected one of [ada, grace]");
        assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
        assertThat(approved.exitCode()).as(approved.err()).isZero();
        assertThat(approved.out()).contains("approve, by grace", "allowed by grace");
        assertThat(log.out()).contains("approve, by grace", "allowed by grace");
        assertThat(cli("replay", "--verify", "--decide", "--inputs").exitCode()).isZero();
        assertThat(cli("approvals", "show", "cli").err()).contains("but none waits.");
    }

    @Test
    void heldOnTheCommandLine_theCommandThatShowsItIsSaid(@TempDir Path dir) throws Exception {
        held("typed", "final");
        Path patch = Files.writeString(
                dir.resolve("patch.json"), "[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"other\"}]");

        Cli held = cli("propose", "--board", "typed", "--worker", "guest", "--patch", patch.toString());

        assertThat(held.exitCode()).as(held.err()).isZero();
        assertThat(held.out())
                .contains("held", "\"patchboard approvals show typed --bootstrap-server ", "approve, reject");
    }

    @Test
    void onTheCommandLine_whatCameOfADecisionIsTold() throws Exception {
        held("came-1", andEve(OTHER), "final");
        held("came-2", OTHER, "final");

        Cli modified = cli(
                "approvals",
                "modify",
                "came-1",
                "--patch",
                patchFile(),
                "--by",
                "grace",
                "--reason",
                "shorter",
                "--json");
        Cli refused = cli("approvals", "reject", "came-2", "--by", "grace", "--reason", "not yet", "--json");

        assertThat(modified.exitCode()).as(modified.err()).isZero();
        assertThat(JsonPlace.of(modified.json()).text("type")).contains("Decided");
        assertThat(JsonPlace.of(modified.json()).into("outcome").text("type"))
                .as("the other approver is asked about the better patch")
                .contains("PatchHeld");
        assertThat(refused.exitCode()).as("that is what was asked for").isZero();
        assertThat(JsonPlace.of(refused.json()).into("outcome").text("type")).contains("PatchRejected");
    }

    /** Two patches wait, each of which tests what the other changes. */
    @Test
    void onTheCommandLine_allowedButRejected_exitCode4() throws Exception {
        held("late", OTHER, "first");
        Answer second = guarded.post(
                "/v1/boards/late/proposals",
                "{\"proposalId\":\"p-second\",\"worker\":\"guest\",\"patch\":["
                        + "{\"op\":\"test\",\"path\":\"/text\",\"value\":\"draft\"},"
                        + "{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"second\"}]}",
                as("ada"));
        assertThat(second.status()).as(second.text()).isEqualTo(202);
        Cli list = cli("approvals", "list", "--json");
        List<Long> items = JsonPlace.of(list.json()).items("approvals").stream()
                .filter(item -> item.text("boardId").equals(Optional.of("late")))
                .map(item -> item.integer("item").orElseThrow())
                .toList();
        assertThat(items).as(list.out()).hasSize(2);
        String[] reason = {"--by", "grace", "--reason", "looked at it"};

        Cli allowed = cli(
                "approvals", "approve", "late", items.get(0).toString(), reason[0], reason[1], reason[2], reason[3]);
        Cli late = cli(
                "approvals", "approve", "late", items.get(1).toString(), reason[0], reason[1], reason[2], reason[3]);

        assertThat(allowed.exitCode()).as(allowed.err()).isZero();
        assertThat(late.exitCode()).as(late.out()).isEqualTo(4);
        assertThat(late.out()).contains("approve, by grace", "PRECONDITION test at /text");
    }

    private String patchFile() throws IOException {
        return Files.writeString(
                        files.resolve("better.json"), "[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"short\"}]")
                .toString();
    }

    /** Each board holds nearly as much as it may. Their ids come after those of the other tests. */
    @Test
    void inbox_endsAfterTheBoardWithWhichItIsLarge_andGoesOnBehindIt() throws Exception {
        String heavy = BLUEPRINT.replace("\"gated\"", "\"heavy\"").replace("\"maxLength\":20", "\"maxLength\":1000000");
        String text = "x".repeat(950_000);
        List<String> boards = List.of("z-1", "z-2", "z-3", "z-4", "z-5");
        for (String board : boards) {
            assertThat(held(board, heavy, text).status()).isEqualTo(202);
            assertThat(guarded.post(
                                    "/v1/boards/" + board + "/proposals",
                                    "{\"worker\":\"guest\","
                                            + "\"patch\":[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\""
                                            + text + "\"}]}",
                                    as("ada"))
                            .status())
                    .isEqualTo(202);
            assertThat(JsonPlace.of(guarded.get("/v1/boards/" + board, as("grace"))
                                    .json())
                            .items("needsPerson"))
                    .hasSize(2);
        }

        Answer first = guarded.get("/v1/inbox", as("grace"));
        Answer second = guarded.get("/v1/inbox?cursor=" + first.text("next"), as("grace"));

        assertThat(first.text().length()).isBetween(4 << 20, (4 << 20) + 2_000_000 + 20_000);
        assertThat(second.json().has("next")).isFalse();
        assertThat(Stream.of(first, second)
                        .flatMap(answer -> JsonPlace.of(answer.json()).items("items").stream())
                        .flatMap(item -> item.text("boardId").stream())
                        .filter(boards::contains))
                .containsExactly("z-1", "z-1", "z-2", "z-2", "z-3", "z-3", "z-4", "z-4", "z-5", "z-5");
        for (String board : boards) {
            guarded.post("/v1/boards/" + board + "/cancel", "{\"reason\":\"seen\"}", as("ada"));
        }
    }

    @Test
    void approvals_areCountedByGate() throws Exception {
        for (String board : List.of("count-1", "count-2", "count-3", "count-4")) {
            held(board, "final");
        }
        decide("count-1", "grace", "\"approve\"");
        decide("count-2", "grace", "\"reject\"");
        String sequence = decide("count-3", "grace", "\"approve\"")
                .json()
                .get("sequence")
                .orElseThrow()
                .toString();

        guarded.get("/v1/boards/count-3?minSequence=" + sequence, as("grace"));
        JsonObject counts =
                (JsonObject) ((JsonArray) guarded.get("/v1/analytics/approvals?blueprint=gated", as("grace"))
                                .json()
                                .get("approvals")
                                .orElseThrow())
                        .get(0);

        assertThat(counts.get("gate")).contains(Json.of("publish"));
        assertThat(counts.get("rejected")).contains(Json.of(1));
        assertThat(counts.get("rubberStamp")).contains(Json.of(false));
        assertThat(counts.get("secondsToDecision")).isPresent();
        assertProblem(guarded.get("/v1/analytics/approvals?since=yesterday", as("grace")), 400);
    }
}
