package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Boards that go back to a mark because their blueprint says so. */
class SelfRestoreTest extends OperatorRig {

    private static final String STEP = "[{op: replace, path: /n, value: 1}]";
    private static final String WRONG = "[{op: replace, path: /n, value: wrong}]";

    /** First plans, then works; trips after two rejections in a row about the same. */
    private static Scenario board(String policy, String onTrip) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: back
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0, plan: none}}
                policies: {default: {timeout: PT1M, retry: {maxAttempts: 2}%s}}
                workers:
                  planner: {read: [''], write: [{op: [replace], path: /plan}]}
                  w: {read: [''], write: [{op: [replace], path: /n}]}
                  other: {read: [''], write: [{op: [replace], path: /n}]}
                rules:
                  - {name: start, on: {event: created}, invoke: planner}
                  - {name: planned, on: {path: /plan, op: [replace]}, when: 'state.plan != "none"', invoke: w}
                  - {name: beside, on: {path: /plan, op: [replace]}, when: 'state.plan != "none"', invoke: other}
                circuit: {invalidStreak: 2, onTrip: %s}
                """.formatted(policy, onTrip)).created();
    }

    private Scenario planned(Scenario board) {
        mark(board, "begun");
        board.answer(board.invocation("planner"), "[{op: replace, path: /plan, value: bold}]");
        return board;
    }

    private static List<LogEntry> failTwice(Scenario board) {
        board.answer(board.invocation("w"), WRONG);
        return board.answer(board.invocation("w"), WRONG);
    }

    @Test
    void trip_restores_andWhoWasAtWorkThenIsInvitedAgain() {
        Scenario board = planned(board("", "[{restore: begun}, halt]"));
        WorkerInvoked beside = board.invocation("other");
        WorkerInvoked first = board.invocation("w");
        assertThat(first.view().toString()).contains("bold");

        List<LogEntry> entries = failTwice(board);

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(
                        PatchRejected.class, CircuitTripped.class, BoardRestored.class, WorkerInvoked.class);
        assertThat(Scenario.only(entries, CircuitTripped.class).action()).isEqualTo(CircuitTripped.Action.RESTORE);
        BoardRestored restored = Scenario.only(entries, BoardRestored.class);
        assertThat(restored.requested()).isEmpty();
        assertThat(restored.mark()).contains("begun");
        assertThat(restored.superseded()).containsExactly(beside.invocationId());
        assertThat(board.at("/plan").toString()).isEqualTo("\"none\"");
        assertThat(board.invocation("planner").attempt()).isEqualTo(1);
    }

    @Test
    void escalation_goesOn_whereItWasBeforeTheRestore() {
        Scenario board = planned(board("", "[{restore: begun}, halt]"));
        failTwice(board);
        board.answer(board.invocation("planner"), "[{op: replace, path: /plan, value: bolder}]");

        List<LogEntry> entries = failTwice(board);

        assertThat(Scenario.only(entries, BoardHalted.class).reason()).isEqualTo(BoardHalted.Reason.CIRCUIT);
    }

    @Test
    void escalationThatOnlyRestores_callsAPerson_withTheTenthTrip() {
        Scenario board = planned(board("", "[{restore: begun}]"));
        for (int trip = 1; trip < 10; trip++) {
            Scenario.only(failTwice(board), BoardRestored.class);
            board.answer(board.invocation("planner"), "[{op: replace, path: /plan, value: plan-" + trip + "}]");
        }
        NeedsPerson asked = Scenario.only(failTwice(board), NeedsPerson.class);
        assertThat(asked.holds()).isEqualTo(NeedsPerson.Holds.BOARD);
    }

    @Test
    void withoutTheMark_aPersonIsAsked_andToldWhy() {
        Scenario board = board("", "[{restore: begun}]");
        board.answer(board.invocation("planner"), "[{op: replace, path: /plan, value: bold}]");

        NeedsPerson asked = Scenario.only(failTwice(board), NeedsPerson.class);

        assertThat(asked.reason()).isEqualTo(BoardHalted.Reason.CIRCUIT);
        assertThat(asked.message()).contains("Expected one of the marks").contains("\"begun\"");
        assertThat(board.at("/plan").toString()).isEqualTo("\"bold\"");
    }

    @Test
    void policy_restores_whenAttemptsAreSpent() {
        Scenario board = planned(board(", onExhausted: {restore: begun}", "[retry]"));
        board.fail(board.invocation("other"), "broken");

        List<LogEntry> entries = board.fail(board.invocation("other"), "broken again");

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(
                        PatchRejected.class, BranchStopped.class, BoardRestored.class, WorkerInvoked.class);
        assertThat(board.at("/plan").toString()).isEqualTo("\"none\"");
        assertThat(board.invocations("w")).isEmpty();
    }

    @Test
    void policyWithoutTheMark_asksAPerson() {
        Scenario board = board(", onExhausted: {restore: begun}", "[retry]");
        board.fail(board.invocation("planner"), "broken");

        NeedsPerson asked = Scenario.only(board.fail(board.invocation("planner"), "broken"), NeedsPerson.class);

        assertThat(asked.reason()).isEqualTo(BoardHalted.Reason.FAILED);
        assertThat(asked.message()).contains("attempt 2 failed, too.").contains("\"begun\"");
    }

    @Test
    void severalOverdueAtOnce_restoreOnce() {
        Scenario board = planned(board(", outage: {patience: PT0S}, onExhausted: {restore: begun}", "[retry]"));
        board.tick(Duration.ofMinutes(2));

        List<LogEntry> entries = board.tick(Duration.ofMinutes(2));

        assertThat(entries)
                .filteredOn(entry -> entry.event() instanceof BoardRestored)
                .hasSize(1);
        assertThat(board.board().open()).hasSize(1);
        assertThat(board.invocation("planner").attempt()).isEqualTo(1);
    }

    @Test
    void withoutAPerson_theBoardHalts_whereItCannotGoBack() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: back
                state: {schema: {}, initial: {n: 0}}
                policies: {default: {retry: {maxAttempts: 1}, onExhausted: {restore: begun}}}
                workers: {w: {read: [''], write: [{op: [replace], path: /n}]}}
                rules: [{name: start, on: {event: created}, invoke: w}]
                """).created();

        board.answer(board.invocation("w"), STEP.replace("/n", "/m"));

        assertThat(board.board().phase()).isEqualTo(Phase.HALTED);
    }
}
