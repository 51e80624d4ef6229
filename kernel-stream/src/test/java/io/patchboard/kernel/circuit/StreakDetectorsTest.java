package io.patchboard.kernel.circuit;

import static io.patchboard.kernel.circuit.CirclingBoard.WORKERS;
import static io.patchboard.kernel.circuit.CirclingBoard.board;
import static io.patchboard.kernel.circuit.CirclingBoard.latest;
import static io.patchboard.kernel.circuit.CirclingBoard.sequences;
import static io.patchboard.kernel.circuit.CirclingBoard.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.blueprint.CircuitPolicy;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CircuitTripped.Action;
import io.patchboard.record.CircuitTripped.Detector;
import io.patchboard.record.CircuitTripped.Scope;
import io.patchboard.record.Failure;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What came too late, and what never came: signals of their own. */
class StreakDetectorsTest {

    private static final String STALE = "[{op: test, path: /n, value: -1}, {op: add, path: /log/-, value: 1}]";

    private static final String ADD = "[{op: add, path: /log/-, value: 1}]";

    private static final String READERS = """
            workers:
              w: {unsolicited: true, read: [/n], write: [{op: [add], path: /log/-}]}
              v: {unsolicited: true, write: [{op: [replace], path: /n}]}
            """;

    private static void repeat(Scenario board, int most, Runnable step) {
        for (int i = 0; i < most && board.board().phase() == Phase.OPEN; i++) {
            step.run();
        }
    }

    private static void answer(Scenario board, String patch) {
        board.answer(board.invocation("w"), patch);
    }

    private static void fail(Scenario board, Failure.Kind kind) {
        PatchProposal plain = board.proposal("v", Optional.empty(), "[]");
        board.propose(new PatchProposal(
                plain.proposalId(),
                plain.boardId(),
                plain.worker(),
                Optional.empty(),
                plain.patch(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Failure.of(kind, "no"))));
    }

    // failureStreak

    @Test
    void errorsOfATrigger_tripAfterTwentyFive_byDefault() {
        Scenario board = board(WORKERS);
        repeat(board, 24, () -> board.fail(board.invocation("w"), "no"));
        assertThat(board.entries(CircuitTripped.class)).isEmpty();

        board.fail(board.invocation("w"), "no");

        assertThat(latest(board).detector()).isEqualTo(Detector.FAILURE_STREAK);
        assertThat(latest(board).scope()).isEqualTo(Scope.TRIGGER);
        assertThat(latest(board).action()).isEqualTo(Action.STOP);
        assertThat(latest(board).evidence()).isEqualTo(sequences(board, PatchRejected.class));
        assertThat(latest(board).message())
                .isEqualTo("Expected worker \"w\" for rule \"start\" to change the state within 25 attempts,"
                        + " but 25 in a row failed or timed out.");
    }

    @Test
    void timeouts_countLikeErrors_andTheTripStopsTheRetry() {
        Scenario board = board("""
                workers: {w: {kind: person, write: [{op: [replace], path: /n}]}}
                rules: [{name: start, on: {event: created}, invoke: w}]
                circuit: {failureStreak: 2}
                """);
        board.fail(board.invocation("w"), "no");
        board.tick(Duration.ofDays(7));

        assertThat(latest(board).detector()).isEqualTo(Detector.FAILURE_STREAK);
        assertThat(board.board().waiting()).isEmpty();
        assertThat(board.board().open()).isEmpty();
    }

    @Test
    void outages_doNotCount_whileThereIsPatience() {
        Scenario board = board("""
                workers: {w: {write: [{op: [replace], path: /n}]}}
                rules: [{name: start, on: {event: created}, invoke: w}]
                circuit: {failureStreak: 1}
                """);
        for (int i = 0; i < 5; i++) {
            board.tick(Duration.ofMinutes(11));
        }
        assertThat(board.entries(PatchRejected.class)).hasSizeGreaterThan(1);
        assertThat(board.entries(CircuitTripped.class)).isEmpty();
    }

    @Test
    void whoReportsFailuresForEver_unasked_endsTheBoard_whateverTheirClass() {
        for (Failure.Kind kind : Failure.Kind.values()) {
            Scenario board = board(WORKERS);
            repeat(board, 1_000, () -> fail(board, kind));
            assertThat(board.entries(BoardHalted.class))
                    .as(kind.word())
                    .extracting(BoardHalted::detail)
                    .containsExactly("failureStreak");
            assertThat(board.entries(PatchRejected.class)).hasSize(250);
        }
    }

    @Test
    void failures_areNoRejections_andNoneOfEitherHidesTheOther() {
        Scenario board = board(WORKERS, "circuit: {invalidStreak: 3, failureStreak: 4, onTrip: [retry]}");
        for (int i = 0; i < 2; i++) {
            answer(board, CirclingBoard.WRONG);
            board.fail(board.invocation("w"), "no");
        }
        assertThat(board.entries(CircuitTripped.class)).isEmpty();
        answer(board, CirclingBoard.WRONG);
        assertThat(latest(board).detector()).isEqualTo(Detector.INVALID_STREAK);
        assertThat(latest(board).evidence()).hasSize(3);
    }

    @Test
    void whatIsNoRecord_isARejectedAnswerOfWhoWasInvited() {
        Scenario board = board(WORKERS, "circuit: {invalidStreak: 2, onTrip: [halt]}");
        for (int i = 0; i < 2; i++) {
            WorkerInvoked invoked = board.invocation("w");
            board.garbage(
                    new Input.Ids(Optional.of("garbage-" + i), Optional.of("w"), Optional.of(invoked.invocationId())));
        }
        assertThat(latest(board).detector()).isEqualTo(Detector.INVALID_STREAK);
    }

    // staleStreak

    @Test
    void staleAnswersOfATrigger_areWrittenDown_andTheWorkerGoesOn() {
        Scenario board = board(WORKERS, "circuit: {staleStreak: 3}");
        int[] n = {0};
        repeat(board, 6, () -> {
            WorkerInvoked invoked = board.invocation("w");
            board.propose("v", set(++n[0]));
            board.answer(invoked, set(-1));
        });
        assertThat(board.entries(CircuitTripped.class))
                .extracting(trip -> trip.detector() + " " + trip.scope() + " " + trip.action())
                .containsExactly("STALE_STREAK TRIGGER RETRY", "STALE_STREAK TRIGGER RETRY");
        assertThat(latest(board).message()).contains("3 in a row came too late");
        assertThat(board.invocations("w")).hasSize(1);
    }

    @Test
    void testsThatOthersMadeFail_tripAfterFifty_unasked_andEndNothing() {
        Scenario board = board(READERS);
        int[] n = {0};
        board.propose("w", ADD);
        repeat(board, 600, () -> {
            board.propose("v", set(++n[0]));
            board.propose("w", STALE);
        });
        assertThat(board.entries(CircuitTripped.class))
                .hasSizeGreaterThan(CircuitPolicy.MOST_TRIPS)
                .allSatisfy(trip -> {
                    assertThat(trip.detector()).isEqualTo(Detector.STALE_STREAK);
                    assertThat(trip.action()).isEqualTo(Action.RETRY);
                    assertThat(trip.evidence()).hasSize(50);
                });
        assertThat(board.board().phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void staleStreak_takesTheDeclaredSteps_too() {
        Scenario board = board(READERS, "circuit: {staleStreak: {worker: 2}, onTrip: [retry, halt]}");
        int[] n = {0};
        board.propose("w", ADD);
        repeat(board, 10, () -> {
            board.propose("v", set(++n[0]));
            board.propose("w", STALE);
        });
        assertThat(board.entries(BoardHalted.class))
                .extracting(BoardHalted::detail)
                .containsExactly("staleStreak");
    }
}
