package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Cause;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CircuitTripped.Action;
import io.patchboard.record.CircuitTripped.Detector;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Raise;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker's own budget that is used up is a signal of the circuit policy (paper, section 3.4). */
class SpentBudgetTest {

    /** Anybody may give w jobs; each costs as many tokens as its budget has. */
    private static Scenario board(String circuit) {
        return new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: spending
                state: {schema: {properties: {n: {type: integer}, jobs: {type: array}}}, initial: {n: 0, jobs: []}}
                policies: {default: {retry: {maxAttempts: 2}}}
                workers:
                  clerk: {unsolicited: true, write: [{op: [add], path: /jobs/-}]}
                  w: {read: [/n], write: [{op: [replace], path: /n}], view: {maxChars: 1000}, budgets: {tokens: 100}}
                  senior: {read: [/n], write: [{op: [replace], path: /n}], budgets: {tokens: 100}}
                  auditor: {read: [/n], write: [{op: [replace], path: /n}]}
                rules: [{name: job, on: {path: '/jobs/*', op: [add]}, invoke: w}]
                circuit: %s
                """.formatted(circuit)).created();
    }

    private static List<LogEntry> job(Scenario board) {
        return board.propose("clerk", "[{op: add, path: /jobs/-, value: do}]");
    }

    private static List<LogEntry> spend(Scenario board, String worker, String patch) {
        return board.answer(board.invocation(worker), patch, new Usage(60, 40, Optional.empty()));
    }

    private static void work(Scenario board, String worker, int n) {
        spend(board, worker, "[{op: replace, path: /n, value: " + n + "}]");
    }

    @Test
    void unsaid_theBoardEndsAsSoonAsItIsUsedUp() {
        Scenario board = board("{}");
        job(board);
        work(board, "w", 1);
        assertThat(board.entries(BoardHalted.class))
                .extracting(BoardHalted::detail)
                .containsExactly("workers/w/tokens");
        assertThat(board.entries(CircuitTripped.class)).isEmpty();
    }

    @Test
    void stop_followsNoMoreOfItsTriggers_andIsSaidOnce() {
        Scenario board = board("{onBudget: [stop]}");
        job(board);
        work(board, "w", 1);
        assertThat(board.entries(CircuitTripped.class)).isEmpty();

        for (int i = 0; i < 20; i++) {
            assertThat(Scenario.only(job(board), BranchStopped.class).reason())
                    .isEqualTo(BranchStopped.Reason.BUDGET_SPENT);
        }

        CircuitTripped trip = Scenario.only(board.log(), CircuitTripped.class);
        assertThat(trip.detector()).isEqualTo(Detector.BUDGET);
        assertThat(trip.worker()).contains("w");
        assertThat(trip.message())
                .isEqualTo("Expected worker \"w\" to get by with 100 tokens, but it has used 100 tokens.");
        assertThat(board.board().phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void stop_endsWhatWaitedToBeAskedAgain_untilTheBoardIsReopened() {
        Scenario board = board("{onBudget: [stop]}");
        job(board);
        spend(board, "w", "[{op: replace, path: /n, value: wrong}]");
        assertThat(board.board().waiting()).isEmpty();
        assertThat(board.board().open()).isEmpty();

        board.cancel();
        board.reopen(new Raise("workers/w/tokens", new BigDecimal(200)));

        assertThat(board.invocations("w")).hasSize(1);
    }

    @Test
    void tighten_shrinksTheView_andGivesTheBudgetOnceMore() {
        Scenario board = board("{onBudget: [{tighten: 0.5}, stop]}");
        job(board);
        work(board, "w", 1);

        List<LogEntry> entries = job(board);

        CircuitTripped trip = Scenario.only(entries, CircuitTripped.class);
        assertThat(trip.action()).isEqualTo(Action.TIGHTEN);
        assertThat(trip.raised()).containsExactly(new Raise("workers/w/tokens", new BigDecimal(200)));
        assertThat(board.board().circuit().viewPercent("w")).isEqualTo(50);
        assertThat(Scenario.only(entries, WorkerInvoked.class).worker()).isEqualTo("w");
        work(board, "w", 2);
        assertThat(Scenario.only(job(board), BranchStopped.class).worker()).contains("w");
    }

    @Test
    void verify_wakesTheVerifier_beside() {
        Scenario board = board("{onBudget: [{verify: auditor}, halt]}");
        job(board);
        work(board, "w", 1);

        List<LogEntry> entries = job(board);

        Cause cause = new Cause(
                Cause.Action.VERIFY,
                Scenario.onlyEntry(entries, CircuitTripped.class).sequence());
        assertThat(board.invocation("auditor").cause()).contains(cause);
        assertThat(board.invocation("w").cause()).isEmpty();
        work(board, "w", 2);
        job(board);
        assertThat(board.entries(BoardHalted.class))
                .extracting(BoardHalted::detail)
                .containsExactly("workers/w/tokens");
    }

    @Test
    void switch_handsEverythingToTheOther_whatWaitsIncluded() {
        Scenario board = board("{onBudget: [{switch: senior}]}");
        job(board);
        List<LogEntry> entries = spend(board, "w", "[{op: replace, path: /n, value: wrong}]");

        LogEntry trip = Scenario.onlyEntry(entries, CircuitTripped.class);
        WorkerInvoked invoked = board.invocation("senior");
        assertThat(invoked.cause()).contains(new Cause(Cause.Action.SWITCH, trip.sequence()));
        assertThat(board.board().waiting()).isEmpty();
        assertThat(Scenario.only(job(board), WorkerInvoked.class).worker()).isEqualTo("senior");
        assertThat(board.entries(CircuitTripped.class)).hasSize(1);
    }

    /** Each job spends the budget of one worker, and comes to another who takes one at a time. */
    @ParameterizedTest
    @ValueSource(strings = {"switch", "verify"})
    void whoIsWokenInstead_waitsForItsPlace(String step) {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: spending
                state: {schema: true, initial: {n: 0, jobs: []}}
                workers:
                  clerk: {unsolicited: true, write: [{op: [add], path: /jobs/-}]}
                  w: {write: [{op: [replace], path: /n}], budgets: {invocations: 1}}
                  senior: {write: [{op: [replace], path: /n}], maxConcurrent: 1}
                rules:
                  - {name: job, on: {path: '/jobs/*', op: [add]}, invoke: w}
                  - {name: begin, on: {event: created}, invoke: senior}
                circuit: {onBudget: [{%s: senior}]}
                """.formatted(step)).created();
        for (int i = 0; i < 4; i++) {
            job(board);
        }
        assertThat(board.invocations("senior")).hasSize(1);

        for (int i = 1; i < 5; i++) {
            work(board, "senior", i);
        }

        assertThat(board.board().held()).isEmpty();
        assertThat(board.entries(WorkerInvoked.class))
                .filteredOn(invoked -> invoked.worker().equals("senior"))
                .extracting(invoked -> invoked.trigger().path().orElse("the beginning"))
                .containsExactly("the beginning", "/jobs/1", "/jobs/2", "/jobs/3");
    }

    @Test
    void verify_byWhomTheWorkerItselfCatches_isNobody() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: spending
                state: {schema: true, initial: {jobs: []}}
                policies: {caught: {onExhausted: {catch: w}}}
                workers:
                  clerk: {unsolicited: true, write: [{op: [add], path: /jobs/-}]}
                  w: {budgets: {invocations: 1}}
                  auditor: {policy: caught, budgets: {invocations: 1}}
                rules:
                  - {name: job, on: {path: '/jobs/*', op: [add]}, overlap: true, invoke: w}
                  - {name: audit, on: {event: created}, invoke: auditor}
                circuit: {onBudget: [{verify: auditor}]}
                """).created();
        job(board);

        assertThat(Scenario.only(job(board), WorkerInvoked.class).worker()).isEqualTo("w");
    }

    @Test
    void twoThatHaveNothingLeft_handItToEachOtherNoMore() {
        Scenario board = board("{onBudget: [{switch: senior}, {switch: w}]}");
        for (int i = 1; i <= 30 && board.board().phase() == Phase.OPEN; i++) {
            job(board);
            for (String worker : List.of("w", "senior")) {
                if (!board.invocations(worker).isEmpty()) {
                    work(board, worker, i);
                }
            }
        }
        assertThat(board.board().open()).isEmpty();
        assertThat(board.entries(CircuitTripped.class)).hasSize(2);
        assertThat(board.entries(BranchStopped.class)).isNotEmpty();
    }

    @Test
    void oneThatCatchesWhoTookItsPlace_ifNeitherHasAnythingLeft_endsThere() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: spending
                state: {schema: true, initial: {n: 0, jobs: []}}
                policies: {caught: {onExhausted: {catch: w}}}
                workers:
                  clerk: {unsolicited: true, write: [{op: [add], path: /jobs/-}]}
                  w: {write: [{op: [replace], path: /n}], budgets: {tokens: 100}}
                  senior: {write: [{op: [replace], path: /n}], policy: caught, budgets: {tokens: 100}}
                rules: [{name: job, on: {path: '/jobs/*', op: [add]}, invoke: w}]
                circuit: {onBudget: [{switch: senior}]}
                """).created();
        job(board);
        work(board, "w", 1);
        job(board);
        work(board, "senior", 2);

        BranchStopped stopped = Scenario.only(job(board), BranchStopped.class);

        assertThat(stopped.reason()).isEqualTo(BranchStopped.Reason.BUDGET_SPENT);
        assertThat(board.board().nextDue()).isEmpty();
    }

    @Test
    void aRetryThatComesToSomebodyWithNothingLeft_endsThere() {
        Scenario board = board("{onBudget: [{switch: senior}, stop]}");
        job(board);
        job(board);
        String wrong = "[{op: replace, path: /n, value: wrong}]";
        Usage usage = new Usage(60, 40, Optional.empty());
        board.answer(board.invocations("w").get(0), wrong, usage);
        work(board, "senior", 1);

        List<LogEntry> entries = board.answer(board.invocation("w"), wrong, usage);

        assertThat(Scenario.only(entries, BranchStopped.class).worker()).contains("senior");
        assertThat(board.board().waiting()).isEmpty();
        assertThat(board.board().nextDue()).isEmpty();
    }

    @Test
    void whoGoesOnForEver_isHaltedWithTheTenthTrip() {
        Scenario board = board("{onBudget: [{tighten: 0.9}]}");
        int jobs = 0;
        while (board.board().phase() == Phase.OPEN) {
            job(board);
            jobs++;
            if (board.board().phase() == Phase.OPEN) {
                work(board, "w", jobs);
            }
        }
        assertThat(jobs).isEqualTo(11);
        assertThat(board.entries(CircuitTripped.class)).hasSize(10);
    }
}
