package io.patchboard.kernel.circuit;

import static io.patchboard.kernel.circuit.CirclingBoard.WORKERS;
import static io.patchboard.kernel.circuit.CirclingBoard.WRONG;
import static io.patchboard.kernel.circuit.CirclingBoard.answersUntilTrip;
import static io.patchboard.kernel.circuit.CirclingBoard.board;
import static io.patchboard.kernel.circuit.CirclingBoard.latest;
import static io.patchboard.kernel.circuit.CirclingBoard.sequences;
import static io.patchboard.kernel.circuit.CirclingBoard.set;
import static io.patchboard.kernel.circuit.CirclingBoard.trip;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rejections that count as running in circles, by trigger, worker and board. */
class RejectionDetectorsTest {

    static int proposalsUntilTrip(Scenario board, String worker, String patch) {
        for (int count = 1; count <= 100; count++) {
            if (trip(board.propose(worker, patch)).isPresent()) {
                return count;
            }
        }
        throw new AssertionError("No trip in " + board.log());
    }

    // invalidStreak

    @Test
    void rejectionsOfATrigger_tripAfterFive_byDefault() {
        Scenario board = board(WORKERS);

        assertThat(answersUntilTrip(board, "w", WRONG)).isEqualTo(5);

        CircuitTripped trip = latest(board);
        assertThat(trip.detector()).isEqualTo(CircuitTripped.Detector.INVALID_STREAK);
        assertThat(trip.scope()).isEqualTo(CircuitTripped.Scope.TRIGGER);
        assertThat(trip.worker()).contains("w");
        assertThat(trip.trigger().orElseThrow().rule()).isEqualTo("start");
        assertThat(trip.evidence()).isEqualTo(sequences(board, PatchRejected.class));
        assertThat(trip.message())
                .isEqualTo("Expected worker \"w\" for rule \"start\" to change the state within 5 rejected answers,"
                        + " but 5 in a row were rejected.");
    }

    @Test
    void rejectionsOfAWorker_tripAfterTen_byDefault() {
        Scenario board = board(WORKERS);
        assertThat(proposalsUntilTrip(board, "v", WRONG)).isEqualTo(10);
        assertThat(latest(board).detector()).isEqualTo(CircuitTripped.Detector.INVALID_STREAK);
        assertThat(latest(board).scope()).isEqualTo(CircuitTripped.Scope.WORKER);
        assertThat(latest(board).trigger()).isEmpty();
        assertThat(latest(board).evidence()).hasSize(10);
    }

    @Test
    void rejectionsOfManyWorkers_tripTheBoard() {
        Scenario board = board(WORKERS, "circuit: {invalidStreak: {trigger: 50, worker: 50, board: 6}}");
        for (int i = 0; i < 3; i++) {
            assertThat(trip(board.propose("w", WRONG))).isEmpty();
            Optional<CircuitTripped> trip = trip(board.propose("v", WRONG));
            assertThat(trip.isPresent()).isEqualTo(i == 2);
        }
        assertThat(latest(board).scope()).isEqualTo(CircuitTripped.Scope.BOARD);
        assertThat(latest(board).worker()).isEmpty();
        assertThat(latest(board).message()).contains("the board's workers").contains("6 in a row");
    }

    @Test
    void oneNumber_isForTriggerAndWorker_andFourTimesForTheBoard() {
        Scenario board = board(WORKERS, "circuit: {invalidStreak: 3, onTrip: [retry]}");
        assertThat(answersUntilTrip(board, "w", WRONG)).isEqualTo(3);
        assertThat(latest(board).scope()).isEqualTo(CircuitTripped.Scope.TRIGGER);
        assertThat(answersUntilTrip(board, "w", WRONG)).as("counted anew").isEqualTo(3);
        assertThat(proposalsUntilTrip(board, "v", WRONG)).isEqualTo(3);
        assertThat(latest(board).scope()).isEqualTo(CircuitTripped.Scope.WORKER);
        assertThat(board.board().rules().circuit().invalidStreak().board()).isEqualTo(12);
    }

    @Test
    void aCommit_endsTheStreak() {
        Scenario board = board(WORKERS, "circuit: {invalidStreak: 3}");
        for (int i = 1; i <= 9; i++) {
            assertThat(trip(board.propose("v", i % 3 == 0 ? set(i) : WRONG))).isEmpty();
        }
    }

    @Test
    void strangersAndContention_doNotCount() {
        Scenario board = board("""
                workers:
                  w: {write: [{op: [replace], path: /**}]}
                  v: {unsolicited: true, write: [{op: [replace], path: /**}]}
                rules: [{name: start, on: {event: created}, invoke: w}]
                circuit: {invalidStreak: 1}
                """);
        for (int i = 1; i <= 5; i++) {
            assertThat(trip(board.propose("stranger", "[]"))).isEmpty();
            assertThat(trip(board.propose("w", WRONG))).isEmpty();
            WorkerInvoked invoked = board.invocation("w");
            board.propose("v", set(i));
            assertThat(trip(board.answer(invoked, set(-i)))).isEmpty();
            assertThat(trip(board.fail(board.invocation("w"), "no"))).isEmpty();
        }
        assertThat(board.entries(PatchRejected.class))
                .extracting(entry -> entry.rejection().code())
                .contains("stale", "worker-error", "unknown-worker", "invocation-required");
    }

    // sameRejection

    @Test
    void rejectionsForTheSame_tripThoughNotInARow() {
        Scenario board = board(WORKERS, "circuit: {sameRejection: {count: 3, window: 5}}");
        assertThat(trip(board.propose("v", WRONG))).isEmpty();
        assertThat(trip(board.propose("v", set(1)))).isEmpty();
        assertThat(trip(board.propose("v", WRONG))).isEmpty();
        assertThat(trip(board.propose("v", "[{op: add, path: /log, value: 1}]")))
                .isEmpty();

        CircuitTripped trip = trip(board.propose("v", WRONG)).orElseThrow();

        assertThat(trip.detector()).isEqualTo(CircuitTripped.Detector.SAME_REJECTION);
        assertThat(trip.message()).contains("less than 3 times in 5 answers, but 3 were: SCHEMA type /n");
        assertThat(trip.evidence()).hasSize(3);
    }

    @Test
    void rejectionsForTheSame_areSoWhateverTheIndex() {
        Scenario board = board(WORKERS, "circuit: {sameRejection: 3}");
        for (int i = 4; i <= 5; i++) {
            assertThat(trip(board.propose("v", "[{op: remove, path: /log/" + i + "}]")))
                    .isEmpty();
        }
        assertThat(trip(board.propose("v", "[{op: remove, path: /log/9}]"))
                        .orElseThrow()
                        .message())
                .contains("APPLICATION")
                .contains("/log/*");
    }
}
