package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.RulesBoard.board;
import static io.patchboard.kernel.decide.RulesBoard.edit;
import static io.patchboard.kernel.decide.RulesBoard.held;
import static io.patchboard.kernel.decide.RulesBoard.invoked;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.dispatch.Occupancy;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Workers, rules and items of which only so many are open at once. */
class ConcurrencyLimitTest {

    @Test
    void maxConcurrent_ofAWorker_makesTheRestWait() {
        Scenario board = board("{xs: []}", "{name: r, on: {op: [add], path: '/xs/*'}, invoke: one}");
        List<LogEntry> entries = edit(
                board,
                "[{op: add, path: /xs/-, value: 1}, {op: add, path: /xs/-, value: 2}, {op: add, path: /xs/-, value: 3}]");

        assertThat(invoked(entries)).containsExactly("one /xs/0");
        assertThat(held(entries)).containsExactly("limit /xs/1", "limit /xs/2");
        assertThat(invoked(board.answer(board.invocation("one"), "[]"))).containsExactly("one /xs/1");
        assertThat(invoked(board.fail(board.invocation("one"), "no")))
                .as("the retry keeps the place")
                .containsExactly("one /xs/1");
        assertThat(invoked(board.answer(board.invocation("one"), "[]"))).containsExactly("one /xs/2");
    }

    @Test
    void maxConcurrent_ofARule_letsHigherPrioritiesGoFirst() {
        Scenario board = board(
                "{xs: []}",
                "{name: a-low, on: {op: [add], path: '/xs/*'}, when: item == 'low', invoke: one}",
                "{name: z-high, on: {op: [add], path: '/xs/*'}, when: item == 'high', priority: 5, invoke: one}");
        List<LogEntry> entries = edit(
                board,
                "[{op: add, path: /xs/-, value: low}, {op: add, path: /xs/-, value: high}, {op: add, path: /xs/-, value: high}]");

        assertThat(invoked(entries)).containsExactly("one /xs/1");
        assertThat(invoked(board.answer(board.invocation("one"), "[]"))).containsExactly("one /xs/2");
        assertThat(invoked(board.answer(board.invocation("one"), "[]"))).containsExactly("one /xs/0");
    }

    @Test
    void sameItem_whileOpen_waitsAndIsLookedAtOnceMore() {
        Scenario board = board("{x: 1}", "{name: r, on: {op: [replace], path: /x}, invoke: w}");
        edit(board, "[{op: replace, path: /x, value: 2}]");

        assertThat(held(edit(board, "[{op: replace, path: /x, value: 3}]"))).containsExactly("open /x");
        assertThat(edit(board, "[{op: replace, path: /x, value: 4}]")).hasSize(1);
        assertThat(invoked(board.answer(board.invocation("w"), "[{op: add, path: /seen, value: 2}]")))
                .containsExactly("w /x");
        assertThat(invoked(board.answer(board.invocation("w"), "[{op: add, path: /seen, value: 4}]")))
                .isEmpty();
    }

    @Test
    void sameItem_retryThatSeesTheChange_needsNoSecondLook() {
        Scenario board = board("{x: 1}", "{name: r, on: {op: [replace], path: /x}, invoke: w}");
        edit(board, "[{op: replace, path: /x, value: 2}]");
        edit(board, "[{op: replace, path: /x, value: 3}]");
        board.fail(board.invocation("w"), "no");

        assertThat(board.board().held()).isEmpty();
        assertThat(invoked(board.answer(board.invocation("w"), "[]"))).isEmpty();
    }

    @Test
    void sameItem_ofAnotherRule_hasALookOfItsOwn_alsoAfterARetry() {
        Scenario board = board(
                "{x: 1}",
                "{name: a, on: {op: [replace], path: /x}, invoke: w}",
                "{name: b, on: {op: [replace], path: /x}, invoke: w}");
        edit(board, "[{op: replace, path: /x, value: 2}]");
        long waited = board.board().held().get(0).sequence();

        List<LogEntry> failed = board.fail(board.invocation("w"), "no");

        assertThat(invoked(failed)).containsExactly("w /x");
        assertThat(Scenario.only(failed, TriggerHeld.class).releases()).containsExactly(waited);
        board.answer(board.invocation("w"), "[]");
        assertThat(board.invocation("w").trigger().rule()).isEqualTo("b");
        assertThat(invoked(board.answer(board.invocation("w"), "[]"))).isEmpty();
    }

    @Test
    void sameItem_overlapAsked_isInvokedAtOnce() {
        Scenario board = board("{x: 1}", "{name: r, on: {op: [replace], path: /x}, overlap: true, invoke: w}");
        edit(board, "[{op: replace, path: /x, value: 2}]");

        assertThat(invoked(edit(board, "[{op: replace, path: /x, value: 3}]"))).containsExactly("w /x");
    }

    /** A worker with nothing left to spend, which senior catches, is wanted at these items. */
    private static Scenario caught(String senior) {
        return caught(senior, "");
    }

    private static Scenario caught(String senior, String circuit) {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: caught
                state: {schema: true, initial: {xs: []}}
                policies: {caught: {onExhausted: {catch: senior}}}
                workers:
                  editor: {unsolicited: true, read: [''], write: [{op: [add, replace], path: '/xs/*'}]}
                  w: {read: [/xs], policy: caught, budgets: {invocations: 1}}
                  senior: {%s read: [/xs]}
                rules: [{name: r, on: {path: '/xs/*'}, invoke: w}]
                %s
                """.formatted(senior, circuit)).created();
        assertThat(invoked(board.propose("editor", "[{op: add, path: /xs/-, value: 0}]")))
                .containsExactly("w /xs/0");
        return board;
    }

    @Test
    void maxConcurrent_ofWhoCatchesAWorkerWithNothingLeft_makesTheRestWait() {
        Scenario board = caught("maxConcurrent: 1,");

        List<LogEntry> entries =
                board.propose("editor", "[{op: add, path: /xs/-, value: 1}, {op: add, path: /xs/-, value: 2}]");
        List<LogEntry> later = board.propose("editor", "[{op: add, path: /xs/-, value: 3}]");

        assertThat(invoked(entries)).containsExactly("senior /xs/1");
        assertThat(held(entries)).containsExactly("limit /xs/2");
        assertThat(held(later)).containsExactly("limit /xs/3");
        assertThat(invoked(board.answer(board.invocation("senior"), "[]"))).containsExactly("senior /xs/2");
        assertThat(invoked(board.answer(board.invocation("senior"), "[]"))).containsExactly("senior /xs/3");
    }

    @Test
    void maxConcurrent_ofWhoHasNothingLeftEither_makesNothingWait() {
        Scenario board = caught("maxConcurrent: 1, budgets: {invocations: 1},", "circuit: {onBudget: [stop]}");
        board.propose("editor", "[{op: add, path: /xs/-, value: 1}]");
        board.answer(board.invocation("senior"), "[]");

        List<LogEntry> entries =
                board.propose("editor", "[{op: add, path: /xs/-, value: 2}, {op: add, path: /xs/-, value: 3}]");

        assertThat(held(entries)).isEmpty();
        assertThat(entries)
                .extracting(LogEntry::event)
                .filteredOn(BranchStopped.class::isInstance)
                .hasSize(2);
    }

    @Test
    void sameItem_whileOneWhoCatchesIsAtIt_waits() {
        Scenario board = caught("");
        board.propose("editor", "[{op: add, path: /xs/-, value: 1}]");

        List<LogEntry> entries = board.propose("editor", "[{op: replace, path: /xs/1, value: 2}]");

        assertThat(invoked(entries)).isEmpty();
        assertThat(held(entries)).containsExactly("open /xs/1");
        assertThat(invoked(board.answer(board.invocation("senior"), "[]"))).containsExactly("senior /xs/1");
    }

    @Test
    void sameItem_oneOfTwoThatAreAtWorkGoes_isStillOccupied() {
        Scenario board = board(
                "{x: 1}",
                "{name: r, on: {op: [replace], path: /x}, overlap: true, invoke: w}",
                "{name: q, on: {op: [add], path: /y}, invoke: w}");
        edit(board, "[{op: replace, path: /x, value: 2}]");
        edit(board, "[{op: replace, path: /x, value: 3}]");
        Board two = board.board();
        Trigger trigger = two.open().values().iterator().next().trigger();
        Occupancy occupancy = Occupancy.of(two);

        occupancy.remove("w", trigger);

        Rule alone = two.rules().rule("q").orElseThrow();
        WorkerRole role = two.rules().worker("w").orElseThrow();
        assertThat(occupancy.blocks(alone, role, trigger)).contains(TriggerHeld.Reason.OPEN);
        occupancy.remove("w", trigger);
        assertThat(occupancy.blocks(alone, role, trigger)).isEmpty();
    }
}
