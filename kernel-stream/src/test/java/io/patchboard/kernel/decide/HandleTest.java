package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A handle says who wrote what it names, and names the same thing however that moves. */
class HandleTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: handles
            state:
              schema: {type: object}
              initial: {docs: [], claims: [], secret: {}}
            workers:
              scout: {unsolicited: true, privileged: true, read: ['/docs/*', '/claims/*'], write: [
                {op: [add, remove, replace], path: '/docs/*'}, {op: [add, remove], path: '/claims/*'}, {op: [add], path: '/secret/*'}]}
              extractor: {read: ['/docs/*'], write: [{op: [add], path: /claims/-}]}
              judge: {unsolicited: true, read: ['/claims/*'], write: [{op: [add], path: '/claims/*/status'}, {op: [add], path: '/claims/*/note'}]}
              editor: {read: [%s], write: [{op: [add], path: /claims/-}], view: {maxChars: 2400, maxExpansions: 9}}
            private: [{path: '/claims/*/note', to: judge}]
            rules:
              - {name: extract, on: {op: [add], path: '/docs/*'}, invoke: extractor}
              - {name: edit, on: {op: [add], path: '/secret/*'}, invoke: editor}
            policies: {default: {timeout: PT10H, retry: {maxAttempts: 9}}}
            """;

    private static Scenario board(String reads) {
        Scenario board = new Scenario(BLUEPRINT.formatted(reads)).created();
        for (int i = 0; i < 6; i++) {
            board.propose("scout", "[{op: add, path: /docs/-, value: doc" + i + "}]");
        }
        for (WorkerInvoked invoked : board.invocations("extractor")) {
            board.answer(
                    invoked,
                    "[{op: add, path: /claims/-, value: {of: '"
                            + invoked.trigger().path().orElseThrow() + "', text: '" + "x".repeat(400) + "'}}]");
        }
        return board;
    }

    private static WorkerInvoked edit(Scenario board) {
        board.propose("scout", "[{op: add, path: /secret/go" + board.log().size() + ", value: 1}]");
        List<WorkerInvoked> open = board.invocations("editor");
        return open.get(open.size() - 1);
    }

    private static JsonObject handle(WorkerInvoked invoked, String place) {
        return ((JsonArray) JsonPointer.parse("/summaries/~1claims~1*/handles")
                        .resolve(invoked.view())
                        .orElseThrow())
                .stream()
                        .map(JsonObject.class::cast)
                        .filter(handle -> handle.get("handle").orElseThrow().equals(Json.of(place)))
                        .findFirst()
                        .orElseThrow();
    }

    private static LogEntry commit(Scenario board, String text) {
        return board.entriesWith(PatchCommitted.class).stream()
                .filter(entry -> entry.toJson().toString().contains(text))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void handle_saysWhoWroteIt_inWhichCommit_andFromWhat() {
        Scenario board = board("'/docs/*', '/claims/*'");

        JsonObject handle = handle(edit(board), "/claims/1");

        assertThat(handle.get("by")).contains(Json.of("extractor"));
        assertThat(handle.get("commit"))
                .contains(Json.of(commit(board, "\"of\":\"/docs/1\"").sequence()));
        assertThat(handle.get("cause")).contains(Json.of(commit(board, "doc1").sequence()));
        assertThat(handle.get("source")).contains(Json.of("/docs/1"));
        assertThat(handle.get("latest")).isEmpty();
    }

    @Test
    void source_thatMayNotBeRead_isNotNamed() {
        Scenario board = board("'/claims/*'");

        assertThat(handle(edit(board), "/claims/1").names())
                .contains("cause", "by")
                .doesNotContain("source");
    }

    @Test
    void latest_isWhoChangedSomethingInside_butNotWhatIsPrivateToAnother() {
        Scenario board = board("'/claims/*'");
        board.propose("judge", "[{op: add, path: /claims/0/note, value: HUSH}]");
        for (int i = 2; i < 6; i++) {
            board.propose("judge", "[{op: add, path: /claims/" + i + "/status, value: " + "good".repeat(30) + "}]");
        }

        assertThat(handle(edit(board), "/claims/0").names()).doesNotContain("latest");

        Scenario open = new Scenario(BLUEPRINT.formatted("'/claims/*'").replaceAll("(?m)^private.*$", "")).created();
        open.propose("scout", "[{op: add, path: /claims/-, value: {text: '" + "x".repeat(2400) + "'}}]");
        open.propose("judge", "[{op: add, path: /claims/0/status, value: good}]");
        JsonObject handle = handle(edit(open), "/claims/0");
        assertThat(handle.get("by")).contains(Json.of("scout"));
        assertThat(handle.get("latest"))
                .contains(JsonObject.builder()
                        .put("commit", commit(open, "good").sequence())
                        .put("by", "judge")
                        .build());
    }

    @Test
    void provenance_staysWithItsItem_whenThatMoves() {
        Scenario board = board("'/docs/*', '/claims/*'");

        board.propose("scout", "[{op: remove, path: /claims/0}]");
        JsonObject after = handle(edit(board), "/claims/4");

        assertThat(after.get("commit"))
                .contains(Json.of(commit(board, "\"of\":\"/docs/5\"").sequence()));
        assertThat(after.get("source")).contains(Json.of("/docs/5"));
    }

    @Test
    void origins_areTheSame_foldedAndStored() {
        Scenario board = board("'/claims/*'");
        board.propose("scout", "[{op: remove, path: /docs/2}, {op: replace, path: /docs/3, value: new}]");
        Board now = board.board();

        Board stored = BoardJson.read(
                (JsonObject) JsonReader.parse(JsonWriter.compact(BoardJson.write(now))), hash -> now.rules());

        assertThat(stored).isEqualTo(now);
        assertThat(stored.present().origins().of(JsonPointer.parse("/docs/3")).worker())
                .contains("scout");
        assertThat(now.present().origins()).isNotEqualTo(Origins.UNKNOWN);
    }

    @Test
    void boardThatWasStoredWithoutOrigins_isRead_andItsHandlesSayNothingOfThem() {
        Board now = board("'/claims/*'").board();
        JsonObject json = BoardJson.write(now);
        JsonObject present = (JsonObject) json.get("present").orElseThrow();

        Board old = BoardJson.read(json.with("present", present.without("origins")), hash -> now.rules());

        assertThat(old.present().origins()).isEqualTo(Origins.UNKNOWN);
        assertThat(old.present().recent())
                .allSatisfy(change -> assertThat(change.relocation().after(JsonPointer.parse("/docs/0")))
                        .isEmpty());
    }

    private static String ask(JsonObject handle) {
        return "[{op: add, path: /$expand/-, value: " + JsonWriter.compact(handle) + "}]";
    }

    @Test
    void handleOfAnEarlierView_isFollowedFromItsVersion() {
        Scenario board = board("'/claims/*'");
        WorkerInvoked first = edit(board);
        JsonObject handle = handle(first, "/claims/1");
        board.answer(first, "[]");
        board.propose("scout", "[{op: remove, path: /claims/0}]");
        WorkerInvoked second = edit(board);
        board.propose("scout", "[{op: add, path: /claims/0, value: 0}]");

        WorkerInvoked shown = Scenario.only(board.answer(second, ask(handle)), WorkerInvoked.class);

        assertThat(shown.expanded()).containsExactly("/claims/1");
        assertThat(JsonPointer.parse("/state/~1claims~11/of").resolve(shown.view()))
                .contains(Json.of("/docs/1"));
    }

    @Test
    void handleOfAnEarlierView_whoseItemIsGone_saysInWhichVersion() {
        Scenario board = board("'/claims/*'");
        WorkerInvoked first = edit(board);
        JsonObject handle = handle(first, "/claims/1");
        board.answer(first, "[]");
        board.propose("scout", "[{op: remove, path: /claims/1}]");
        long gone = board.board().version();

        PatchRejected refused = Scenario.only(board.answer(edit(board), ask(handle)), PatchRejected.class);

        assertThat(refused.rejection().code()).isEqualTo("stale-handle");
        assertThat(refused.rejection().message()).contains("replaced in version " + gone);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "99999", "-3"})
    void handleOfAVersionThatNobodyRemembers_isRefused_notGuessedAt(String version) {
        Scenario board = board("'/claims/*'");
        for (int i = 0; i < 64; i++) {
            board.propose("scout", "[{op: replace, path: /docs/0, value: " + i + "}]");
        }

        PatchRejected refused = Scenario.only(
                board.answer(
                        edit(board),
                        "[{op: add, path: /$expand/-, value: {handle: /claims/1, version: " + version + "}}]"),
                PatchRejected.class);

        assertThat(refused.rejection().code()).isEqualTo("stale-handle");
        assertThat(refused.rejection().message()).contains("nobody knows where");
    }

    @Test
    void whatWasAskedFor_andIsGone_isSaid() {
        Scenario board = board("'/claims/*'");
        WorkerInvoked shown = Scenario.only(
                board.answer(edit(board), "[{op: add, path: /$expand/-, value: /claims/1}]"), WorkerInvoked.class);
        assertThat(JsonPointer.parse("/gone").resolve(shown.view())).isEmpty();

        board.propose("scout", "[{op: remove, path: /claims/1}]");
        board.answer(shown, "[{op: nonsense}]");

        assertThat(JsonPointer.parse("/gone").resolve(board.invocation("editor").view()))
                .contains(JsonArray.ofStrings(List.of("/claims/1")));
    }
}
