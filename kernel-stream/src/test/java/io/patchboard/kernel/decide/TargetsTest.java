package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer means the items that its view showed, wherever they are by now. */
class TargetsTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: targets
            state:
              schema: true
              initial: {items: [{id: 0, tags: []}, {id: 1, tags: [t]}, {id: 2, tags: []}, {id: 3, tags: []}], done: [], out: {}}
            workers:
              w: {privileged: true, read: [/**], write: [{op: [add, replace, remove, move, copy], path: '/items/**'}, {op: [add, copy, move], path: '/out/**'}]}
              last: {read: [/**], write: [{op: [add, replace], path: '/items/**', onConflict: overwrite}]}
              fast: {privileged: true, unsolicited: true, write: [{op: [add, replace, remove, move, copy], path: /**}, {op: [replace], path: ''}]}
            rules:
              - {name: start, on: {event: created}, pin: %s, invoke: w}
              - {name: last, on: {event: created}, invoke: last}
            policies: {default: {retry: {maxAttempts: 1}}}
            """;

    private static Scenario board(boolean pinned) {
        return new Scenario(BLUEPRINT.formatted(pinned)).created();
    }

    private final Scenario board = board(false);

    private void meanwhile(String patch) {
        Scenario.only(board.propose("fast", patch), PatchCommitted.class);
    }

    private PatchCommitted committed(String patch) {
        return Scenario.only(board.answer(board.invocation("w"), patch), PatchCommitted.class);
    }

    private Rejection stale(String patch) {
        Rejection rejection = Scenario.only(board.answer(board.invocation("w"), patch), PatchRejected.class)
                .rejection();
        assertThat(rejection.code()).as(rejection.message()).isEqualTo("stale");
        return rejection;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{op: remove, path: /items/0}]                         | /items/0/note",
                "[{op: add, path: /items/0, value: {id: 9}}]            | /items/2/note",
                "[{op: move, from: /items/1, path: /items/3}]           | /items/3/note",
                "[{op: remove, path: /items/0}, {op: remove, path: /items/0/tags/0}] | /items/0/note",
                "[{op: replace, path: /items/3, value: {id: 9}}]        | /items/1/note",
                "[{op: add, path: /items/-, value: {id: 9}}]            | /items/1/note",
            })
    void addedMember_ofAnItemThatMoved_isAddedToThatItem(String meanwhile, String path) {
        meanwhile(meanwhile);

        PatchCommitted entry = committed("[{op: add, path: /items/1/note, value: mine}]");

        assertThat(entry.patch()).isEqualTo(Texts.json("[{op: add, path: " + path + ", value: mine}]"));
        assertThat(board.at(path.replace("note", "id"))).isEqualTo(Json.of(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{op: remove, path: /items/1}]",
                "[{op: replace, path: /items/1, value: {id: 9}}]",
                "[{op: replace, path: /items, value: [{id: 7}, {id: 8}]}]",
                "[{op: replace, path: '', value: {items: [{id: 7}, {id: 8}]}}]",
                "[{op: copy, from: /done, path: /items}]",
                "[{op: move, from: /items/1, path: /done/0}]",
                "[{op: remove, path: /items/1}, {op: add, path: /items/1, value: {id: 1}}]",
            })
    void itemThatIsGoneOrWhereItMayNot_isStale(String meanwhile) {
        for (String patch : List.of(
                "[{op: add, path: /items/1/note, value: mine}]",
                "[{op: add, path: /items/1/tags/-, value: mine}]",
                "[{op: replace, path: /items/1/id, value: mine}]",
                "[{op: remove, path: /items/1}]",
                "[{op: move, from: /items/1, path: /items/0}]")) {
            for (boolean pinned : List.of(false, true)) {
                Scenario other = board(pinned);
                WorkerInvoked invoked = other.invocation("w");
                Scenario.only(other.propose("fast", meanwhile), PatchCommitted.class);
                String before = other.state();

                List<LogEntry> entries = other.answer(invoked, patch);

                assertThat(Scenario.only(entries, PatchRejected.class)
                                .rejection()
                                .code())
                        .as("%s after %s", patch, meanwhile)
                        .isEqualTo("stale");
                assertThat(other.state()).isEqualTo(before);
            }
        }
    }

    @Test
    void message_namesOperationPlaceAndVersion() {
        meanwhile("[{op: remove, path: /items/1}]");

        Rejection rejection = stale("[{op: add, path: /out/x, value: 1}, {op: add, path: /items/1/note, value: mine}]");

        assertThat(rejection.pointer()).isEqualTo("/items/1/note");
        assertThat(rejection.message())
                .contains("operation 1", "\"/items/1/note\"", "view of version 1", "version 2 removed or replaced it");
    }

    @Test
    void copy_ofAnItemThatMoved_copiesThatItem() {
        meanwhile("[{op: remove, path: /items/0}]");

        committed("[{op: copy, from: /items/1, path: /out/copy}]");

        assertThat(board.at("/out/copy/id")).isEqualTo(Json.of(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{op: remove, path: /items/1}]",
                "[{op: replace, path: /items/1, value: {id: 9}}]",
                "[{op: replace, path: /items/1/id, value: 9}]",
                "[{op: remove, path: /items/1/tags/0}]",
                "[{op: replace, path: /items, value: [{id: 7}, {id: 8}]}]",
            })
    void copy_ofWhatIsNotAsInTheView_isStale(String meanwhile) {
        meanwhile(meanwhile);

        stale("[{op: copy, from: /items/1, path: /out/copy}]");
    }

    @Test
    void test_isAboutTheItemOfTheView() {
        meanwhile("[{op: remove, path: /items/0}]");

        committed("[{op: test, path: /items/1/id, value: 1}, {op: add, path: /items/1/note, value: mine}]");

        assertThat(board.at("/items/0/note")).isEqualTo(Json.of("mine"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // what an index means depends on the operations before it, in the view's count
                "[{op: add, path: /items/0, value: {id: 7}}, {op: add, path: /items/2/note, value: mine}] | 1",
                "[{op: add, path: /items/0, value: {id: 7}}, {op: add, path: /items/0/note, value: mine}] | 7",
                "[{op: add, path: /items/-, value: {id: 7}}, {op: add, path: /items/4/note, value: mine}] | 7",
                "[{op: add, path: /items/4, value: {id: 7}}, {op: add, path: /items/4/note, value: mine}] | 7",
                "[{op: remove, path: /items/3}, {op: add, path: /items/-, value: {id: 7}}, {op: add, path: /items/3/note, value: mine}] | 7",
                "[{op: remove, path: /items/2}, {op: add, path: /items/2/note, value: mine}] | 3",
                "[{op: move, from: /items/1, path: /items/3}, {op: add, path: /items/3/note, value: mine}] | 1",
                "[{op: move, from: /items/1, path: /items/3}, {op: add, path: /items/1/note, value: mine}] | 2",
                "[{op: move, from: /items/1, path: /items/-}, {op: add, path: /items/3/note, value: mine}] | 1",
                "[{op: move, from: /items/1, path: /items/-}, {op: add, path: /items/2/note, value: mine}] | 3",
                "[{op: copy, from: /items/3, path: /items/0}, {op: add, path: /items/2/note, value: mine}] | 1",
                "[{op: move, from: /items/1, path: /items/1}, {op: add, path: /items/1/note, value: mine}] | 1",
            })
    void indexBehindTheAnswersOwnOperations_meansTheSameItem(String patch, int id) {
        for (String meanwhile : List.of(
                "[]",
                "[{op: remove, path: /items/0}]",
                "[{op: add, path: /items/0, value: {id: 8}}]",
                "[{op: add, path: /items/-, value: {id: 8}}, {op: add, path: /items/1, value: {id: 9}}]")) {
            Scenario other = board(false);
            WorkerInvoked invoked = other.invocation("w");
            if (!meanwhile.equals("[]")) {
                other.propose("fast", meanwhile);
            }

            List<LogEntry> entries = other.answer(invoked, patch);

            if (entries.get(0).event() instanceof PatchCommitted) {
                assertThat(noted(other)).as("%s after %s", patch, meanwhile).containsExactly(Json.of(id));
            } else {
                assertThat(Scenario.only(entries, PatchRejected.class)
                                .rejection()
                                .code())
                        .isEqualTo("stale");
                assertThat(meanwhile).isNotEqualTo("[]");
            }
        }
    }

    private static List<Json> noted(Scenario board) {
        return ((JsonArray) board.at("/items"))
                .stream()
                        .map(JsonObject.class::cast)
                        .filter(item -> item.get("note").isPresent())
                        .map(item -> item.get("id").orElseThrow())
                        .toList();
    }

    @Test
    void insertion_isBeforeTheItemThatTheViewShowedThere() {
        meanwhile("[{op: remove, path: /items/0}]");

        PatchCommitted entry = committed("[{op: add, path: /items/2, value: {id: mine}}]");

        assertThat(JsonPointer.parse("/0/path").resolve(entry.patch())).contains(Json.of("/items/1"));
        assertThat(board.at("/items/2/id")).isEqualTo(Json.of(2));
    }

    @Test
    void insertion_beforeAnItemThatIsGone_isStale() {
        meanwhile("[{op: remove, path: /items/2}]");
        stale("[{op: add, path: /items/2, value: {id: mine}}]");
    }

    @Test
    void insertion_afterTheLastItemOfTheView_isAtTheEnd() {
        meanwhile("[{op: add, path: /items/-, value: {id: theirs}}]");

        committed("[{op: add, path: /items/4, value: {id: mine}}]");

        assertThat(board.at("/items/5/id")).isEqualTo(Json.of("mine"));
    }

    @Test
    void append_toAnArrayThatWasReplaced_andAnIndexBehindIt_isNotGuessed() {
        meanwhile("[{op: replace, path: /items, value: [{id: 7}]}]");
        stale("[{op: add, path: /items/-, value: {id: mine}}, {op: add, path: /items/1/note, value: mine}]");
    }

    @Test
    void whatTheAnswerBroughtItself_isNotHeldAgainstOthersChanges() {
        meanwhile("[{op: add, path: /out/box, value: {theirs: []}}]");
        meanwhile("[{op: remove, path: /out/box}]");

        committed("[{op: add, path: /out/box, value: {list: [a]}}, {op: add, path: /out/box/list/0, value: b}]");

        assertThat(board.at("/out/box/list")).hasToString("[\"b\",\"a\"]");
    }

    @Test
    void overwrite_meansTheItemOfTheView_too() {
        meanwhile("[{op: remove, path: /items/0}, {op: replace, path: /items/0/id, value: theirs}]");

        Scenario.only(
                board.answer(board.invocation("last"), "[{op: replace, path: /items/1/id, value: mine}]"),
                PatchCommitted.class);

        assertThat(board.at("/items/0/id")).isEqualTo(Json.of("mine"));
    }

    @Test
    void overwrite_ofAnItemThatIsGone_isStale() {
        meanwhile("[{op: remove, path: /items/1}]");

        PatchRejected entry = Scenario.only(
                board.answer(board.invocation("last"), "[{op: replace, path: /items/1/id, value: mine}]"),
                PatchRejected.class);

        assertThat(entry.rejection().code()).isEqualTo("stale");
    }

    @Test
    void changesBeyondWhatIsRemembered_makeIndexesStale_andNothingElse() {
        for (int i = 0; i < 700; i++) {
            meanwhile("[{op: add, path: /done/0, value: 1}, {op: remove, path: /done/0}, {op: add, path: /n, value: "
                    + i + "}]");
        }
        assertThat(board.board().present().changes()).hasSizeLessThan(700);

        Scenario.only(
                board.answer(board.invocation("last"), "[{op: add, path: /items/1/note, value: mine}]"),
                PatchRejected.class);
        committed("[{op: add, path: /out/x, value: mine}]");
    }

    @Test
    void unsolicited_meansTheStateAsItIs() {
        meanwhile("[{op: remove, path: /items/0}]");
        meanwhile("[{op: add, path: /items/1/note, value: theirs}]");

        assertThat(board.at("/items/1")).isEqualTo(Texts.json("{id: 2, tags: [], note: theirs}"));
    }
}
