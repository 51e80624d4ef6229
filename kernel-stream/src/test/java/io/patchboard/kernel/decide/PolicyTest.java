package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Cause;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pauses before another attempt, and what comes when the attempts are spent. */
class PolicyTest {

    private static final String WRONG = "[{op: replace, path: /n, value: wrong}]";

    private static Scenario board(String policy, String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: policies
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0}}
                policies:
                  default: %s
                  second: {timeout: PT1M, retry: {maxAttempts: 1}}
                  third: {onExhausted: {catch: v}}
                workers:
                  w: {read: [/n], write: [{op: [replace], path: /n}]}
                  v: {read: [/n], write: [{op: [replace], path: /n}], policy: second}
                  x: {unsolicited: true, write: [{op: [replace], path: /n}], policy: second}
                rules: [{name: start, on: {event: created}, invoke: w}]
                """.formatted(policy) + String.join("\n", lines)).created();
    }

    // jitter

    private static List<Long> pauses(String backoff) {
        Scenario board = board("{timeout: PT10S, retry: {maxAttempts: 4, backoff: " + backoff + "}}");
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            PatchRejected failed = Scenario.only(board.fail(board.invocation("w"), "no"), PatchRejected.class);
            Instant again = failed.retryAt().orElseThrow();
            pauses.add(Duration.between(board.now(), again).toMillis());
            board.tick(Duration.between(board.now(), again));
        }
        return pauses;
    }

    @Test
    void jitter_takesSomethingOffEachPause_theSameInEveryReplay() {
        List<Long> pauses = pauses("{base: PT10S, jitter: 0.5}");
        assertThat(pauses).allSatisfy(pause -> assertThat(pause).isBetween(5_000L, 10_000L));
        assertThat(pauses).doesNotHaveDuplicates();
        assertThat(pauses("{base: PT10S, jitter: 0.5}")).isEqualTo(pauses);
    }

    @Test
    void jitter_isTakenOffTheCappedPause() {
        assertThat(pauses("{mode: exponential, base: PT10S, cap: PT20S, jitter: 0.1}"))
                .satisfiesExactly(
                        first -> assertThat(first).isBetween(9_000L, 10_000L),
                        second -> assertThat(second).isBetween(18_000L, 20_000L),
                        third -> assertThat(third).isBetween(18_000L, 20_000L));
    }

    @Test
    void withoutJitter_pausesAreExact() {
        assertThat(pauses("{base: PT10S}")).containsExactly(10_000L, 10_000L, 10_000L);
    }

    // onExhausted

    @Test
    void stop_isTheDefault_andSaysSoInTheLog() {
        Scenario board = board("{retry: {maxAttempts: 2}}");
        WorkerInvoked first = board.invocation("w");
        board.answer(first, WRONG);

        List<LogEntry> entries = board.answer(board.invocation("w"), WRONG);

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class);
        BranchStopped stopped = Scenario.only(entries, BranchStopped.class);
        assertThat(stopped.reason()).isEqualTo(BranchStopped.Reason.ATTEMPTS_SPENT);
        assertThat(stopped.worker()).contains("w");
        assertThat(stopped.trigger()).isEqualTo(first.trigger());
        assertThat(stopped.message())
                .isEqualTo("Expected a usable answer of worker \"w\" within 2 attempts, but attempt 2 failed, too.");
    }

    @Test
    void halt_endsTheBoardAsFailed_namingTheWorker() {
        Scenario board =
                board("{retry: {maxAttempts: 1}, onExhausted: halt}", "complete: {when: state.n == 9, result: /n}");

        BoardHalted halt = Scenario.only(board.fail(board.invocation("w"), "no"), BoardHalted.class);

        assertThat(halt.reason()).isEqualTo(BoardHalted.Reason.FAILED);
        assertThat(halt.detail()).isEqualTo("w");
        assertThat(halt.result()).isPresent();
    }

    @Test
    void halt_afterATimeout_endsTheBoardOnce() {
        Scenario board =
                board("{timeout: PT10S, outage: {patience: PT0S}, retry: {maxAttempts: 1}, onExhausted: halt}");
        assertThat(board.tick(Duration.ofSeconds(10)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BoardHalted.class);
    }

    @Test
    void catch_invokesTheOtherWorker_withTheRejectionsInItsView() {
        Scenario board = board("{retry: {maxAttempts: 1}, onExhausted: {catch: v}}");
        WorkerInvoked first = board.invocation("w");

        List<LogEntry> entries = board.answer(first, WRONG);

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, WorkerInvoked.class);
        WorkerInvoked caught = board.invocation("v");
        assertThat(caught.trigger()).isEqualTo(first.trigger());
        assertThat(caught.attempt()).isEqualTo(1);
        assertThat(caught.cause())
                .contains(new Cause(Cause.Action.CATCH, entries.get(0).sequence()));
        assertThat(caught.view().toString()).contains("rejections").contains("wrong");
        assertThat(board.answer(caught, "[{op: replace, path: /n, value: 1}]"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);
    }

    @Test
    void catch_afterATimeout_goesOnInTheSameDecision() {
        Scenario board =
                board("{timeout: PT10S, outage: {patience: PT0S}, retry: {maxAttempts: 1}, onExhausted: {catch: v}}");
        assertThat(board.tick(Duration.ofSeconds(10)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, WorkerInvoked.class);
        assertThat(board.invocation("v").deadline()).isEqualTo(board.now().plusSeconds(60));
    }

    @Test
    void catcherThatFails_too_stopsTheBranch() {
        Scenario board = board("{retry: {maxAttempts: 1}, onExhausted: {catch: v}}");
        board.fail(board.invocation("w"), "no");
        assertThat(board.fail(board.invocation("v"), "neither"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class);
    }

    @Test
    void workerThatCatchesItself_stops() {
        Scenario board = board("{retry: {maxAttempts: 1}, onExhausted: {catch: w}}");
        assertThat(board.fail(board.invocation("w"), "no"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class);
    }

    @Test
    void circuitThatStopsTheBranch_stopsTheCatch_too() {
        Scenario board = board(
                "{retry: {maxAttempts: 1}, onExhausted: {catch: v}}", "circuit: {invalidStreak: 1, onTrip: [stop]}");
        assertThat(board.answer(board.invocation("w"), WRONG))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, CircuitTripped.class, BranchStopped.class);
        assertThat(board.board().idle()).isTrue();
    }

    @Test
    void catchThatWaitsDuringAPause_isMadeAfterIt() {
        Scenario board =
                board("{timeout: PT10S, outage: {patience: PT0S}, retry: {maxAttempts: 1}, onExhausted: {catch: v}}");
        board.wait(Duration.ofSeconds(5)).pause();
        assertThat(board.tick(Duration.ofHours(1))).isEmpty();
        board.resume();
        assertThat(board.tick(Duration.ofSeconds(5)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, WorkerInvoked.class);
    }
}
