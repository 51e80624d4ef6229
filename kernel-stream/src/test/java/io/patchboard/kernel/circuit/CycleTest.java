package io.patchboard.kernel.circuit;

import static io.patchboard.kernel.circuit.CirclingBoard.board;
import static io.patchboard.kernel.circuit.CirclingBoard.set;
import static io.patchboard.kernel.circuit.CirclingBoard.trip;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Boards that run for ever if nobody stops them, and honest ones that look like them. */
class CycleTest {

    private static final String ANY = "privileged: true, write: [{op: [replace, add, remove], path: /**}]";

    /** Worker a sets n to 1 when it is 0, b sets it to 0 when it is 1. */
    private static final String OSCILLATION = """
            workers: {a: {%1$s}, b: {%1$s}, h: {unsolicited: true, %1$s}}
            rules:
              - {name: up, on: {path: /n, op: [add, replace]}, when: item == 0, invoke: a}
              - {name: down, on: {path: /n, op: [replace]}, when: item == 1, invoke: b}
            budgets: {invocations: 1000}
            """.formatted(ANY);

    private static List<LogEntry> oscillate(Scenario board) {
        WorkerInvoked next = board.entries(WorkerInvoked.class).stream()
                .filter(invoked -> board.open(invoked).isPresent())
                .findFirst()
                .orElseThrow();
        return board.answer(next, set(next.worker().equals("a") ? 1 : 0));
    }

    @Test
    void oscillation_isHalted_withoutACircuitInTheBlueprint() {
        Scenario board = board(OSCILLATION);
        int steps = 0;
        while (board.board().phase() == Phase.OPEN) {
            oscillate(board);
            steps++;
        }
        assertThat(steps).isEqualTo(4);
        assertThat(board.entries(BoardHalted.class).get(0).detail()).isEqualTo("repeatedState");
    }

    @Test
    void oscillationAmongHonestWork_isHaltedAsACycle_withItsCommitsAsEvidence() {
        Scenario board = board(OSCILLATION);
        int steps = 0;
        while (board.board().phase() == Phase.OPEN) {
            oscillate(board);
            steps++;
            for (int i = 0; i < 3 && board.board().phase() == Phase.OPEN; i++) {
                board.propose("h", "[{op: add, path: /log/-, value: {step: " + steps + ", i: " + i + "}}]");
            }
        }
        assertThat(steps).isEqualTo(6);
        CircuitTripped trip = board.entries(CircuitTripped.class).get(0);
        assertThat(trip.detector()).isEqualTo(CircuitTripped.Detector.CYCLE);
        assertThat(trip.scope()).isEqualTo(CircuitTripped.Scope.BOARD);
        assertThat(trip.message())
                .isEqualTo(
                        "Expected commits to lead to something new within 3 rounds, but the same 2 commits caused each"
                                + " other 3 times in a row.");
        assertThat(board.entriesWith(PatchCommitted.class).stream()
                        .filter(commit ->
                                !((PatchCommitted) commit.event()).worker().equals("h"))
                        .map(LogEntry::sequence)
                        .toList())
                .isEqualTo(trip.evidence());
        assertThat(board.entries(BoardHalted.class).get(0).detail()).isEqualTo("cycle");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void cyclesOfSeveralPeriods_amongHonestWork_areHalted(int period) {
        Scenario board = board("""
                workers: {a: {%1$s}, h: {unsolicited: true, %1$s}}
                rules: [{name: turn, on: {path: /n, op: [add, replace]}, invoke: a}]
                """.formatted(ANY));
        int steps = 0;
        while (board.board().phase() == Phase.OPEN && steps < 100) {
            int next = ++steps % period;
            String patch = period == 1 ? "[{op: remove, path: /n}, {op: add, path: /n, value: 7}]" : set(next);
            if (period == 1) {
                board.propose("h", "[{op: add, path: /x, value: " + steps + "}]");
                patch = "[{op: replace, path: /n, value: " + steps % 2 + "}]";
            }
            board.answer(board.invocation("a"), patch);
            if (board.board().phase() == Phase.OPEN) {
                board.propose("h", "[{op: add, path: /log/-, value: " + steps + "}]");
            }
        }
        assertThat(steps).isLessThanOrEqualTo(Math.max(2, period) * 3 + 1);
        assertThat(board.entries(BoardHalted.class).get(0).detail()).isEqualTo("cycle");
    }

    @Test
    void cyclePeriodAndRepeats_areDeclarable() {
        Scenario board = board(OSCILLATION, "circuit: {cycle: {maxPeriod: 2, repeats: 4}, repeatedState: {times: 50}}");
        int steps = 0;
        while (board.board().phase() == Phase.OPEN) {
            oscillate(board);
            steps++;
        }
        assertThat(steps).isEqualTo(8);
    }

    @Test
    void unsolicitedOscillation_amongInvitedWork_isHalted() {
        Scenario board = board("""
                workers: {a: {unsolicited: true, %1$s}, h: {%1$s}}
                rules: [{name: note, on: {path: '/log/*', op: [add]}, invoke: h}, {name: first, on: {event: created}, invoke: h}]
                """.formatted(ANY));
        int steps = 0;
        while (board.board().phase() == Phase.OPEN && steps < 100) {
            steps++;
            board.answer(board.invocation("h"), "[{op: add, path: /log/-, value: " + steps + "}]");
            board.propose("a", set(steps % 2));
        }
        assertThat(steps).as("twice as many as for who was asked").isEqualTo(12);
    }

    // honest

    @Test
    void coordinatorWhoTakesTurns_isHonest() {
        Scenario board = board("""
                workers: {a: {%1$s}, b: {%1$s}, coordinator: {%1$s}}
                rules:
                  - {name: a, on: {path: /n, op: [replace]}, when: item == 0, invoke: a}
                  - {name: b, on: {path: /n, op: [replace]}, when: item == 1, invoke: b}
                  - {name: next, on: {event: quiescent}, invoke: coordinator}
                """.formatted(ANY));
        for (int turn = 1; turn <= 100; turn++) {
            board.answer(board.invocation("coordinator"), set(turn % 2));
            board.answer(
                    board.invocation(turn % 2 == 0 ? "a" : "b"),
                    "[{op: add, path: /log/-, value: 'turn " + turn + "'}]");
        }
        assertThat(board.board().phase()).isEqualTo(Phase.OPEN);
        assertThat(board.entries(CircuitTripped.class)).isEmpty();
    }

    @Test
    void coordinatorFromOutside_whoTakesTurns_isHonest() {
        Scenario board = board("""
                workers: {a: {%1$s}, outside: {unsolicited: true, %1$s}}
                rules: [{name: a, on: {path: /n, op: [replace]}, invoke: a}]
                """.formatted(ANY));
        for (int turn = 1; turn <= 50; turn++) {
            board.propose("outside", set(turn % 3));
            board.answer(board.invocation("a"), "[{op: add, path: /log/-, value: 'turn " + turn + "'}]");
        }
        assertThat(board.entries(CircuitTripped.class)).isEmpty();
    }

    @Test
    void queueOfEqualItems_thatIsWorkedOff_isHonest() {
        Scenario board = board("""
                workers: {a: {%1$s}}
                rules:
                  - {name: begin, on: {event: created}, invoke: a}
                  - {name: first, on: {path: /log, op: [replace]}, invoke: a}
                  - {name: next, on: {path: '/log/*', op: [remove]}, invoke: a}
                """.formatted(ANY));
        board.answer(board.invocation("a"), "[{op: add, path: /log, value: [x, x, x, x, x, x, x, x, x, x]}]");
        for (int i = 0; i < 9; i++) {
            assertThat(trip(board.answer(board.invocation("a"), "[{op: remove, path: /log/0}]")))
                    .isEmpty();
        }
    }

    /** 200 items side by side, each answer rejected in three of ten cases, for the same or for other reasons. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void fanOutOfFlakyWorkers_isHonest(long seed) {
        Scenario board = board("""
                workers:
                  a: {%1$s, view: {maxChars: 300}}
                  fan: {%1$s}
                rules:
                  - {name: begin, on: {event: created}, invoke: fan}
                  - {name: each, on: {path: '/log/*', op: [add]}, invoke: a}
                """.formatted(ANY));
        StringBuilder items = new StringBuilder("[{op: add, path: /log, value: [0");
        for (int i = 1; i < 200; i++) {
            items.append(", 0");
        }
        board.answer(board.invocation("fan"), items + "]}]");
        Random random = new Random(seed);
        List<WorkerInvoked> open = board.invocations("a");
        assertThat(open).hasSize(200);
        while (!open.isEmpty()) {
            WorkerInvoked invoked = open.get(random.nextInt(open.size()));
            String path = invoked.trigger().path().orElseThrow();
            board.answer(
                    invoked,
                    random.nextInt(10) < 3 ? CirclingBoard.WRONG : "[{op: replace, path: " + path + ", value: done}]");
            assertThat(board.entries(CircuitTripped.class)).as("seed %d", seed).isEmpty();
            open = board.invocations("a");
        }
        assertThat(board.at("/log").toString()).doesNotContain("0");
    }
}
