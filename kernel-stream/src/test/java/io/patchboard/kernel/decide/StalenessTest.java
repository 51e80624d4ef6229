package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker must not overwrite what somebody else changed after its view was taken. */
class StalenessTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: stale
            state:
              schema: true
              initial: {list: [a, b, c], map: {x: {n: 1}, y: {n: 1}}, other: [p]}
            workers:
              slow: {privileged: true, read: [/**], write: [{op: [add, replace, remove, move, copy], path: /**}]}
              twin: {privileged: true, read: [/**], write: [{op: [add, replace, remove, move, copy], path: /**}]}
              last:
                read: [/**]
                privileged: true
                write: [{op: [replace, remove, add], path: '/map/*', onConflict: overwrite}, {op: [replace], path: '/list/*', onConflict: reject}]
              fast: {privileged: true, unsolicited: true, read: [/**], write: [{op: [add, replace, remove, move, copy], path: /**}]}
            rules:
              - {name: start, on: {event: created}, invoke: slow}
              - {name: last, on: {event: created}, invoke: last}
              - {name: twin-a, on: {event: created}, invoke: twin}
              - {name: twin-b, on: {event: created}, invoke: twin}
            policies: {default: {retry: {maxAttempts: 1}}}
            """;

    private final Scenario board = new Scenario(BLUEPRINT).created();

    private void meanwhile(String patch) {
        assertThat(board.propose("fast", patch))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
    }

    private void assertStale(String patch, String pointer) {
        PatchRejected entry = Scenario.only(board.answer(board.invocation("slow"), patch), PatchRejected.class);
        assertThat(entry.stage()).isEqualTo(Stage.PRECONDITION);
        assertThat(entry.rejection().code()).isEqualTo("stale");
        assertThat(entry.rejection().pointer()).isEqualTo(pointer);
    }

    private void assertCommitted(String patch) {
        List<LogEntry> entries = board.answer(board.invocation("slow"), patch);
        assertThat(entries.get(0).event()).isInstanceOf(PatchCommitted.class);
    }

    @Test
    void replace_ofWhatNobodyTouched_isCommitted() {
        meanwhile("[{op: replace, path: /map/x/n, value: 2}]");
        assertCommitted("[{op: replace, path: /map/y/n, value: 3}]");
    }

    @Test
    void replace_ofWhatSomebodyReplaced_isStale() {
        meanwhile("[{op: replace, path: /map/x/n, value: 2}]");
        assertStale("[{op: replace, path: /map/x/n, value: 3}]", "/map/x/n");
    }

    @Test
    void replace_ofAParentOfWhatChanged_isStale() {
        meanwhile("[{op: replace, path: /map/x/n, value: 2}]");
        assertStale("[{op: replace, path: /map, value: {}}]", "/map");
    }

    @Test
    void remove_insideOfWhatSomebodyReplaced_isStale() {
        meanwhile("[{op: replace, path: /map/x, value: {n: 5}}]");
        assertStale("[{op: remove, path: /map/x/n}]", "/map/x/n");
    }

    @Test
    void add_overAMemberThatSomebodyAdded_isStale() {
        meanwhile("[{op: add, path: /answer, value: theirs}]");
        assertStale("[{op: add, path: /answer, value: mine}]", "/answer");
    }

    @Test
    void move_fromWhatSomebodyChanged_isStale() {
        meanwhile("[{op: replace, path: /map/x, value: 2}]");
        assertStale("[{op: move, from: /map/x, path: /moved}]", "/map/x");
    }

    @Test
    void replace_whatSomebodyChangedAndChangedBack_isStale() {
        meanwhile("[{op: replace, path: /map/x/n, value: 2}]");
        meanwhile("[{op: replace, path: /map/x/n, value: 1}]");
        assertStale("[{op: replace, path: /map/x/n, value: 3}]", "/map/x/n");
    }

    @Test
    void replace_ofAnItemThatMoved_replacesThatItem() {
        meanwhile("[{op: add, path: /list/0, value: new}]");
        assertCommitted("[{op: replace, path: /list/1, value: mine}]");
        assertThat(board.at("/list")).hasToString("[\"new\",\"a\",\"mine\",\"c\"]");
    }

    @Test
    void replace_ofAnItemThatMovedAndChanged_isStale() {
        meanwhile("[{op: remove, path: /list/0}]");
        meanwhile("[{op: replace, path: /list/0, value: theirs}]");
        assertStale("[{op: replace, path: /list/1, value: mine}]", "/list/0");
    }

    @Test
    void replace_ofTheArrayWhoseItemsMoved_isStale() {
        meanwhile("[{op: remove, path: /list/0}]");
        assertStale("[{op: replace, path: /list, value: []}]", "/list");
    }

    @Test
    void replace_ofAnItem_isCommittedAfterAnAppend() {
        meanwhile("[{op: add, path: /list/-, value: d}]");
        assertCommitted("[{op: replace, path: /list/1, value: mine}]");
        assertThat(board.at("/list")).hasToString("[\"a\",\"mine\",\"c\",\"d\"]");
    }

    @Test
    void append_neverConflicts() {
        meanwhile("[{op: add, path: /list/-, value: d}]");
        meanwhile("[{op: replace, path: /list/0, value: z}]");
        meanwhile("[{op: remove, path: /list/0}]");
        assertCommitted("[{op: add, path: /list/-, value: e}]");
    }

    @Test
    void replace_inAnotherArrayThanTheShifted_isCommitted() {
        meanwhile("[{op: add, path: /list/0, value: new}]");
        assertCommitted("[{op: replace, path: /other/0, value: q}]");
    }

    @Test
    void replace_afterAnInsertionOfTheSamePatch_isHeldAgainstTheItemThatWasSeen() {
        meanwhile("[{op: replace, path: /list/0, value: theirs}]");

        PatchRejected entry = Scenario.only(
                board.answer(
                        board.invocation("slow"),
                        "[{op: add, path: /list/0, value: new}, {op: replace, path: /list/1, value: mine}]"),
                PatchRejected.class);

        assertThat(entry.rejection().code()).isEqualTo("stale");
        assertThat(board.at("/list/0")).hasToString("\"theirs\"");
    }

    @Test
    void replace_beforeARemovalOfTheSamePatch_isHeldAgainstTheItemThatWasSeen() {
        meanwhile("[{op: replace, path: /list/2, value: theirs}]");

        PatchRejected entry = Scenario.only(
                board.answer(
                        board.invocation("slow"),
                        "[{op: replace, path: /list/2, value: mine}, {op: remove, path: /list/0}]"),
                PatchRejected.class);

        assertThat(entry.rejection().code()).isEqualTo("stale");
    }

    @Test
    void remove_twiceAtTheSameIndex_isHeldAgainstBothItems() {
        meanwhile("[{op: replace, path: /list/1, value: theirs}]");

        PatchRejected entry = Scenario.only(
                board.answer(board.invocation("slow"), "[{op: remove, path: /list/0}, {op: remove, path: /list/0}]"),
                PatchRejected.class);

        assertThat(entry.rejection().code()).isEqualTo("stale");
    }

    @Test
    void patchThatShiftsAnArray_isHeldAgainstTheItemsThatItChanges_andNoOthers() {
        meanwhile("[{op: add, path: /list/-, value: d}, {op: replace, path: /list/2, value: theirs}]");
        List<WorkerInvoked> twins = board.invocations("twin");

        board.answer(
                twins.get(0),
                "[{op: add, path: /list/0, value: new}, {op: replace, path: /list/1, value: mine},"
                        + " {op: replace, path: /list/0, value: newer}, {op: move, from: /list/2, path: /other/0}]");
        assertThat(board.at("/list")).hasToString("[\"newer\",\"mine\",\"theirs\",\"d\"]");
        assertThat(board.at("/other")).hasToString("[\"b\",\"p\"]");
        assertStale("[{op: add, path: /list/0, value: new}, {op: remove, path: /list/3}]", "/list/2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"add, path: /n, value: 1", "remove, path: /map/x", "move, from: /map/x, path: /n"})
    void move_overWhatSomebodyChanged_isStale_whateverComesOfItThen(String next) {
        meanwhile("[{op: replace, path: /map/x/n, value: 2}]");
        assertStale("[{op: move, from: /map/y, path: /map/x}, {op: " + next + "}]", "/map/x");
    }

    @Test
    void unsolicited_isNeverStale() {
        meanwhile("[{op: replace, path: /map/x/n, value: 2}]");
        assertThat(board.propose("fast", "[{op: replace, path: /map/x/n, value: 3}]"))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
    }

    @Test
    void twoInvocationsOfOneWorker_conflictWhereTheyMeet() {
        List<WorkerInvoked> twins = board.invocations("twin");
        board.answer(twins.get(0), "[{op: replace, path: /map/x/n, value: 2}]");

        PatchRejected entry = Scenario.only(
                board.answer(twins.get(1), "[{op: replace, path: /map/x/n, value: 3}]"), PatchRejected.class);

        assertThat(entry.rejection().code()).isEqualTo("stale");
    }

    @Test
    void twoInvocationsOfOneWorker_doNotConflictElsewhere() {
        List<WorkerInvoked> twins = board.invocations("twin");
        board.answer(twins.get(0), "[{op: replace, path: /map/x/n, value: 2}]");

        assertThat(board.answer(twins.get(1), "[{op: replace, path: /map/y/n, value: 3}]"))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
    }

    @Test
    void changes_areForgottenWhenEveryOpenViewShowsThem() {
        meanwhile("[{op: replace, path: /map/x/n, value: 2}]");
        assertThat(board.board().present().changes()).hasSize(1);

        board.invocations("twin").forEach(twin -> board.answer(twin, "[]"));
        assertThat(board.board().present().changes()).hasSize(1);
        board.answer(board.invocation("last"), "[]");
        board.answer(board.invocation("slow"), "[]");

        assertThat(board.board().present().changes()).isEmpty();
    }

    @Test
    void overwrite_whereTheContractSaysSo_isCommitted() {
        meanwhile("[{op: replace, path: /map/x, value: theirs}, {op: replace, path: /map/y, value: theirs}]");

        assertThat(board.answer(
                        board.invocation("last"),
                        "[{op: replace, path: /map/x, value: mine}, {op: remove, path: /map/y}]"))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
        assertThat(board.state()).contains("mine").doesNotContain("theirs");
    }

    @Test
    void overwrite_elsewhere_isStale() {
        meanwhile("[{op: replace, path: /list/0, value: theirs}]");

        PatchRejected entry = Scenario.only(
                board.answer(board.invocation("last"), "[{op: replace, path: /list/0, value: mine}]"),
                PatchRejected.class);

        assertThat(entry.rejection().code()).isEqualTo("stale");
    }

    @Test
    void addition_atTheEnd_neverConflicts() {
        meanwhile("[{op: add, path: /list/0, value: first}, {op: remove, path: /list/2}]");
        meanwhile("[{op: replace, path: /list, value: [all, new]}]");
        meanwhile("[{op: add, path: /list/-, value: theirs}]");

        assertCommitted("[{op: add, path: /list/-, value: mine}]");
        assertThat(board.at("/list/3")).isEqualTo(Json.of("mine"));
    }

    @Test
    void tests_areEvaluatedInOrderOnTheCandidate() {
        LogEntry committed = Scenario.onlyEntry(
                board.propose(
                        "fast",
                        "[{op: test, path: /map/x/n, value: 1}, {op: replace, path: /map/x/n, value: 2},"
                                + " {op: test, path: /map/x/n, value: 2}]"),
                PatchCommitted.class);
        assertThat(committed.header().version()).isEqualTo(2);

        PatchRejected refused = Scenario.only(
                board.propose(
                        "fast", "[{op: replace, path: /map/x/n, value: 3}, {op: test, path: /map/x/n, value: 2}]"),
                PatchRejected.class);
        assertThat(refused.stage()).isEqualTo(Stage.PRECONDITION);
        assertThat(refused.rejection().code()).isEqualTo("test");
    }
}
