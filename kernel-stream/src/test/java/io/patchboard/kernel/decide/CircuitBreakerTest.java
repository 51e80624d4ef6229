package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Cause;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is done when a detector trips. */
class CircuitBreakerTest {

    private static final String WRONG = "[{op: replace, path: /n, value: wrong}]";

    /** Worker w is invoked once; trips after two rejections or answers without effect. */
    private static Scenario board(String onTrip, String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: trips
                state: {schema: {properties: {n: {type: integer}, done: {type: boolean}}}, initial: {n: 0}}
                policies: {default: {retry: {maxAttempts: 3}}}
                workers:
                  w: {unsolicited: true, read: [/n], write: [{op: [replace], path: /n}], view: {maxChars: 1000}}
                  fixer: {read: [/n], write: [{op: [replace], path: /n}]}
                rules: [{name: start, on: {event: created}, invoke: w}, {name: next, on: {path: /n, op: [replace]}, invoke: fixer}]
                circuit: {invalidStreak: {trigger: 2, worker: 100, board: 100}, noOpStreak: {trigger: 2, worker: 2}, repeatedState: {window: 5}, onTrip: %s}
                """.formatted(onTrip) + String.join("\n", lines)).created();
    }

    private static List<LogEntry> reject(Scenario board) {
        return board.answer(board.invocation("w"), WRONG);
    }

    private static List<LogEntry> trip(Scenario board) {
        reject(board);
        return reject(board);
    }

    private static Cause cause(List<LogEntry> entries, Cause.Action action) {
        return new Cause(
                action, Scenario.onlyEntry(entries, CircuitTripped.class).sequence());
    }

    @Test
    void retry_goesOn_asThePolicySays() {
        Scenario board = board("[retry]");
        List<LogEntry> entries = trip(board);
        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, CircuitTripped.class, WorkerInvoked.class);
        assertThat(board.invocation("w").attempt()).isEqualTo(3);
        assertThat(board.invocation("w").cause().orElseThrow().action()).isEqualTo(Cause.Action.RETRY);
    }

    @Test
    void retry_afterTheLastAttempt_isOneMore() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: spent
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0}}
                policies: {default: {retry: {maxAttempts: 2}}}
                workers: {w: {unsolicited: true, read: [/n], write: [{op: [replace], path: /n}]}}
                rules: [{name: start, on: {event: created}, invoke: w}]
                circuit: {invalidStreak: 2, onTrip: [retry, stop]}
                """).created();
        List<LogEntry> entries = trip(board);
        WorkerInvoked more = Scenario.only(entries, WorkerInvoked.class);
        assertThat(more.attempt()).isEqualTo(3);
        assertThat(more.cause()).contains(cause(entries, Cause.Action.RETRY));
    }

    @Test
    void repair_invokesTheNamedWorker_withTheRejectionsInItsView_inPlaceOfTheRetry() {
        Scenario board = board("[{repair: fixer}]");
        WorkerInvoked first = board.invocation("w");

        List<LogEntry> entries = trip(board);

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, CircuitTripped.class, WorkerInvoked.class);
        CircuitTripped trip = Scenario.only(entries, CircuitTripped.class);
        assertThat(trip.action()).isEqualTo(CircuitTripped.Action.REPAIR);
        assertThat(trip.target()).contains("fixer");
        WorkerInvoked repair = board.invocation("fixer");
        assertThat(repair.trigger()).isEqualTo(first.trigger());
        assertThat(repair.attempt()).isEqualTo(1);
        assertThat(repair.cause()).contains(cause(entries, Cause.Action.REPAIR));
        assertThat(repair.view().toString()).contains("rejections").contains("wrong");
        assertThat(board.board().waiting()).isEmpty();
        assertThat(board.board().open()).hasSize(1);
    }

    @Test
    void switch_invokesTheOtherWorker_inPlaceOfTheRetry() {
        Scenario board = board("[{switch: fixer}]");
        List<LogEntry> entries = trip(board);
        assertThat(board.invocation("fixer").cause()).contains(cause(entries, Cause.Action.SWITCH));
        assertThat(board.invocations("w")).isEmpty();
        assertThat(board.board().waiting()).isEmpty();
    }

    @Test
    void tighten_shrinksTheViewFromNowOn_andGoesOn() {
        Scenario board = board("[{tighten: 0.5}]");
        trip(board);
        assertThat(board.board().circuit().viewPercents())
                .containsEntry("w", 50)
                .hasSize(1);
        assertThat(board.invocation("w").view().toString().length()).isLessThanOrEqualTo(500);
        reject(board);
        assertThat(board.invocations("w")).isEmpty();
    }

    @Test
    void verify_invokesTheVerifierBeside_andTheRetryGoesOn() {
        Scenario board = board("[{verify: fixer}]");
        List<LogEntry> entries = trip(board);
        assertThat(board.invocation("fixer").cause()).contains(cause(entries, Cause.Action.VERIFY));
        assertThat(board.invocation("w").attempt()).isEqualTo(3);
    }

    @Test
    void stop_dropsTheRetry() {
        Scenario board = board("[stop]");
        List<LogEntry> entries = trip(board);
        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, CircuitTripped.class, BranchStopped.class);
        BranchStopped stopped = Scenario.only(entries, BranchStopped.class);
        assertThat(stopped.reason()).isEqualTo(BranchStopped.Reason.CIRCUIT);
        assertThat(stopped.worker()).contains("w");
        assertThat(stopped.trigger().rule()).isEqualTo("start");
        assertThat(board.board().idle()).isTrue();
        assertThat(board.board().phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void stop_ofACommit_followsNoneOfItsRules() {
        Scenario board = board("[stop]");
        board.answer(board.invocation("w"), "[{op: replace, path: /n, value: 1}]");

        List<LogEntry> entries = board.answer(board.invocation("fixer"), "[{op: replace, path: /n, value: 0}]");

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, CircuitTripped.class, BranchStopped.class);
        assertThat(Scenario.only(entries, BranchStopped.class).trigger().rule()).isEqualTo("next");
    }

    @Test
    void retry_ofACommit_followsItsRules() {
        Scenario board = board("[retry]");
        board.answer(board.invocation("w"), "[{op: replace, path: /n, value: 1}]");
        assertThat(board.answer(board.invocation("fixer"), "[{op: replace, path: /n, value: 0}]"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, CircuitTripped.class, WorkerInvoked.class);
    }

    @Test
    void halt_endsTheBoard_naming_theDetector() {
        Scenario board = board("[halt]");
        List<LogEntry> entries = trip(board);
        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, CircuitTripped.class, BoardHalted.class);
        BoardHalted halt = Scenario.only(entries, BoardHalted.class);
        assertThat(halt.reason()).isEqualTo(BoardHalted.Reason.CIRCUIT);
        assertThat(halt.detail()).isEqualTo("invalidStreak");
        assertThat(halt.message()).contains("within 2 rejected answers, but 2 in a row");
        assertThat(halt.result()).isEmpty();
    }

    @Test
    void escalation_takesOneStepForEachTripOfTheSameWorker() {
        Scenario board = board("[retry, {verify: fixer}, halt]");
        for (int i = 0; i < 6 && board.board().phase() == Phase.OPEN; i++) {
            board.propose("w", "[]");
        }
        assertThat(board.entries(CircuitTripped.class))
                .extracting(CircuitTripped::action)
                .containsExactly(CircuitTripped.Action.RETRY, CircuitTripped.Action.VERIFY, CircuitTripped.Action.HALT);
    }

    @Test
    void escalation_withoutAHalt_endsWithTheTenthTrip() {
        Scenario board = board("[retry]");
        for (int i = 0; i < 100 && board.board().phase() == Phase.OPEN; i++) {
            board.propose("w", "[]");
        }
        assertThat(board.entries(CircuitTripped.class)).hasSize(10);
        assertThat(board.board().phase()).isEqualTo(Phase.HALTED);
        assertThat(Scenario.only(board.log(), BoardHalted.class).reason()).isEqualTo(BoardHalted.Reason.CIRCUIT);
    }

    @Test
    void defaults_stopTwiceForRejections_thenHalt() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: defaults
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0}}
                workers: {w: {read: [/n], write: [{op: [replace], path: /n}]}}
                rules: [{name: rest, on: {event: quiescent}, invoke: w}]
                """).created();
        int answers = 0;
        while (board.board().phase() == Phase.OPEN) {
            reject(board);
            answers++;
        }
        assertThat(answers).isLessThan(20);
        assertThat(board.entries(CircuitTripped.class))
                .extracting(trip -> trip.scope().word() + " " + trip.action().word())
                .containsExactly("trigger stop", "trigger stop", "trigger halt");
    }

    @Test
    void actionsAboutAnUnsolicitedAnswer_haveATriggerOfTheirOwn() {
        Scenario board = board("[{repair: fixer}]");
        board.propose("w", "[]");
        List<LogEntry> entries = board.propose("w", "[]");
        WorkerInvoked repair = Scenario.only(entries, WorkerInvoked.class);
        assertThat(repair.trigger().rule()).isEqualTo("$circuit");
        assertThat(repair.trigger().sequence())
                .isEqualTo(Scenario.onlyEntry(entries, CircuitTripped.class).sequence());
        assertThat(repair.trigger().path()).isEqualTo(Optional.empty());
    }

    @Test
    void commitThatCompletesTheBoard_completesIt_evenInACircle() {
        Scenario board = board("[halt]", "complete: {when: version == 3}");
        board.answer(board.invocation("w"), "[{op: replace, path: /n, value: 1}]");
        assertThat(board.answer(board.invocation("fixer"), "[{op: replace, path: /n, value: 0}]"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, BoardCompleted.class);
    }

    @Test
    void strict_isThePapers_andEndsTheBoard() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: strict
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0}}
                workers: {w: {write: [{op: [replace], path: /n}]}}
                rules: [{name: start, on: {event: created}, invoke: w}]
                policies: {default: {retry: {maxAttempts: 9}}}
                circuit: strict
                """).created();
        String wrong = "[{op: replace, path: /n, value: wrong}]";
        for (int i = 0; i < 3; i++) {
            board.answer(board.invocation("w"), wrong);
        }

        BoardHalted halted = Scenario.only(board.answer(board.invocation("w"), wrong), BoardHalted.class);

        assertThat(halted.reason()).isEqualTo(BoardHalted.Reason.CIRCUIT);
        assertThat(board.entries(CircuitTripped.class))
                .extracting(CircuitTripped::action)
                .containsExactly(CircuitTripped.Action.RETRY, CircuitTripped.Action.HALT);
        assertThat(board.board().rules().haltsOnIncident()).isTrue();
    }
}
