package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a gate holds is told, shown and decided over HTTP, by whom it asks. */
class GatesApiTest extends GatesRig {

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
