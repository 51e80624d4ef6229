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
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.Fields;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commits that count as running in circles: they change nothing, or bring back a state that was there. */
class StandstillDetectorsTest {

    // noOpStreak

    @Test
    void answersThatChangeNothing_trip_byQuiescence() {
        Scenario board = board("""
                workers: {w: {write: [{op: [replace], path: /n}]}}
                rules: [{name: rest, on: {event: quiescent}, invoke: w}]
                """);

        assertThat(answersUntilTrip(board, "w", "[]")).isEqualTo(3);

        assertThat(latest(board).detector()).isEqualTo(CircuitTripped.Detector.NO_OP_STREAK);
        assertThat(latest(board).scope()).isEqualTo(CircuitTripped.Scope.TRIGGER);
        assertThat(latest(board).evidence()).isEqualTo(sequences(board, PatchCommitted.class));
        BoardHalted halt = board.entries(BoardHalted.class).get(0);
        assertThat(halt.reason()).isEqualTo(BoardHalted.Reason.CIRCUIT);
        assertThat(halt.detail()).isEqualTo("noOpStreak");
        assertThat(halt.message()).contains("within 3 answers, but 3 in a row changed nothing");
    }

    @Test
    void watchdogThatFindsNothing_isHonest_whileOthersWork() {
        Scenario board = board("""
                workers:
                  v: {unsolicited: true, write: [{op: [replace], path: /n}]}
                  w: {write: [{op: [replace], path: /n}]}
                rules: [{name: watch, on: {path: /n, op: [replace]}, invoke: w}]
                """);
        for (int i = 1; i <= 100; i++) {
            board.propose("v", set(i));
            assertThat(board.answer(board.invocation("w"), "[]"))
                    .extracting(LogEntry::event)
                    .hasExactlyElementsOfTypes(PatchCommitted.class);
        }
    }

    @Test
    void manyWhoEachFindNothingOnce_areHonest() {
        Scenario board = board("""
                workers:
                  v: {unsolicited: true, write: [{op: [replace], path: /log}]}
                  w: {write: [{op: [replace], path: /n}]}
                rules: [{name: check, on: {path: '/log/*', op: [add]}, invoke: w}]
                """);
        StringBuilder items = new StringBuilder("0");
        for (int i = 1; i < 60; i++) {
            items.append(", ").append(i);
        }
        board.propose("v", "[{op: replace, path: /log, value: [" + items + "]}]");
        for (int i = 0; i < 60; i++) {
            board.answer(board.invocations("w").get(0), "[]");
        }
        assertThat(board.invocations("w")).isEmpty();
        assertThat(board.entries(CircuitTripped.class)).isEmpty();
    }

    @Test
    void sayingWhatIsThereUnasked_trips_whateverOthersDo() {
        Scenario board = board(WORKERS);
        for (int i = 1; i <= 5; i++) {
            board.propose("v", set(i));
            assertThat(trip(board.propose("w", "[]"))).isEmpty();
        }
        board.propose("v", set(6));
        CircuitTripped trip = trip(board.propose("w", "[]")).orElseThrow();
        assertThat(trip.detector()).isEqualTo(CircuitTripped.Detector.NO_OP_STREAK);
        assertThat(trip.evidence()).hasSize(6);
        assertThat(trip.message()).contains("worker \"w\", unasked,").contains("within 6 commits");
    }

    @Test
    void quietWorkersWithNothingToSay_trip_whateverOthersDo() {
        Scenario board = board("""
                workers:
                  v: {unsolicited: true, write: [{op: [add], path: '/log/-'}]}
                  a: {write: [{op: [replace], path: /n}]}
                  b: {write: [{op: [replace], path: /n}]}
                rules:
                  - {name: a, on: {event: quiescent}, invoke: a}
                  - {name: b, on: {event: quiescent}, invoke: b}
                """);
        int rounds = 0;
        while (board.board().phase() == Phase.OPEN && rounds < 20) {
            rounds++;
            board.answer(board.invocation("a"), "[]");
            board.propose("v", "[{op: add, path: /log/-, value: " + rounds + "}]");
            board.invocations("b").forEach(invoked -> board.answer(invoked, "[]"));
        }
        assertThat(rounds).isEqualTo(3);
        assertThat(latest(board).detector()).isEqualTo(CircuitTripped.Detector.NO_OP_STREAK);
    }

    @Test
    void watchdogThatFindsNothing_counts_whereTheBlueprintGivesANumber() {
        Scenario board = board(WORKERS, "circuit: {noOpStreak: 4}");
        for (int i = 1; i <= 3; i++) {
            board.propose("v", set(i));
            assertThat(trip(board.propose("w", "[]"))).isEmpty();
        }
        board.propose("v", set(4));
        CircuitTripped trip = trip(board.propose("w", "[]")).orElseThrow();
        assertThat(trip.scope()).isEqualTo(CircuitTripped.Scope.WORKER);
        assertThat(trip.evidence()).hasSize(4);
    }

    @Test
    void answersThatChangeNothing_ofManyWorkers_tripTheBoard() {
        Scenario board = board(WORKERS, "circuit: {noOpStreak: {board: 4}}");
        assertThat(trip(board.propose("v", "[]"))).isEmpty();
        assertThat(trip(board.propose("w", "[]"))).isEmpty();
        assertThat(trip(board.propose("v", "[]"))).isEmpty();
        assertThat(trip(board.propose("w", "[]")).orElseThrow().scope()).isEqualTo(CircuitTripped.Scope.BOARD);
    }

    @Test
    void alternationOfRejectionsAndNoOps_doesNotEscape() {
        Scenario board = board("""
                workers: {w: {write: [{op: [replace], path: /n}]}}
                rules: [{name: rest, on: {event: quiescent}, invoke: w}]
                """);
        List<String> patches = new ArrayList<>(List.of(WRONG, "[]", WRONG, "[]", WRONG, "[]"));
        while (board.board().phase() == Phase.OPEN && !patches.isEmpty()) {
            board.answer(board.invocation("w"), patches.remove(0));
        }
        assertThat(latest(board).detector()).isEqualTo(CircuitTripped.Detector.NO_OP_STREAK);
    }

    // repeatedState

    @Test
    void stateThatComesBack_trips_withinADeclaredWindow() {
        Scenario board = board(WORKERS, "circuit: {repeatedState: {window: 3}}");
        assertThat(trip(board.propose("v", set(1)))).isEmpty();
        assertThat(trip(board.propose("v", set(2)))).isEmpty();

        CircuitTripped trip = trip(board.propose("v", set(0))).orElseThrow();

        assertThat(trip.detector()).isEqualTo(CircuitTripped.Detector.REPEATED_STATE);
        assertThat(trip.scope()).isEqualTo(CircuitTripped.Scope.BOARD);
        assertThat(trip.message()).contains("less than 1 times within 3 versions, but this one came back 1 times");
        assertThat(trip.evidence()).hasSize(2).startsWith(1L);
        assertThat(board.entries(BoardHalted.class).get(0).detail()).isEqualTo("repeatedState");
    }

    @Test
    void stateThatComesBack_outsideOfTheWindow_isFine() {
        Scenario board = board(WORKERS, "circuit: {repeatedState: {window: 3}}");
        for (int n : List.of(1, 2, 3, 0)) {
            assertThat(trip(board.propose("v", set(n)))).isEmpty();
        }
    }

    @Test
    void stateThatComesBackOnce_isFine_byDefault() {
        Scenario board = board(WORKERS);
        for (int n : List.of(1, 0, 1)) {
            assertThat(trip(board.propose("v", set(n)))).isEmpty();
        }
        assertThat(trip(board.propose("v", set(0))).orElseThrow().evidence()).hasSize(3);
    }

    // restored

    @Test
    void countsSurviveTheStore() {
        Scenario board = board(WORKERS);
        for (int i = 0; i < 4; i++) {
            board.answer(board.invocation("w"), WRONG);
            board.propose("v", "[]");
            board.propose("v", set(i));
        }
        Circuit circuit = board.board().circuit();
        assertThat(circuit.triggers()).hasSize(1);
        assertThat(circuit.commits()).hasSize(8);
        assertThat(circuit.states()).hasSize(4);

        assertThat(CircuitJson.read(new Fields(CircuitJson.write(circuit)))).isEqualTo(circuit);
    }
}
