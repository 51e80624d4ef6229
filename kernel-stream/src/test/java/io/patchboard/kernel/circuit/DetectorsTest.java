package io.patchboard.kernel.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.Event;
import io.patchboard.record.Fields;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What counts as running in circles, by detector and scope. */
class DetectorsTest {

    static final String WRONG = "[{op: replace, path: /n, value: wrong}]";

    static Scenario board(String... lines) {
        return new Scenario("""
                        apiVersion: patchboard/v1
                        name: circles
                        state:
                          schema: {properties: {n: {type: integer}, log: {type: array}}}
                          initial: {n: 0, log: []}
                        policies: {default: {retry: {maxAttempts: 100}}}
                        """ + String.join("\n", lines)).created();
    }

    /** One worker, invited once, and others who propose unasked. */
    private static final String WORKERS = """
            workers:
              w: {unsolicited: true, write: [{op: [replace, add, remove], path: /**}]}
              v: {unsolicited: true, write: [{op: [replace, add, remove], path: /**}]}
            rules: [{name: start, on: {event: created}, invoke: w}]
            """;

    static String set(int n) {
        return "[{op: replace, path: /n, value: " + n + "}]";
    }

    static Optional<CircuitTripped> trip(List<LogEntry> entries) {
        List<CircuitTripped> trips = entries.stream()
                .map(LogEntry::event)
                .filter(CircuitTripped.class::isInstance)
                .map(CircuitTripped.class::cast)
                .toList();
        assertThat(trips).hasSizeLessThanOrEqualTo(1);
        return trips.stream().findFirst();
    }

    /**
     * Answers the worker's only invocation over and over. Returns how many it took, and checks that the last tripped.
     */
    static int answersUntilTrip(Scenario board, String worker, String patch) {
        for (int count = 1; count <= 100; count++) {
            if (trip(board.answer(board.invocation(worker), patch)).isPresent()) {
                return count;
            }
        }
        throw new AssertionError("No trip in " + board.log());
    }

    static int proposalsUntilTrip(Scenario board, String worker, String patch) {
        for (int count = 1; count <= 100; count++) {
            if (trip(board.propose(worker, patch)).isPresent()) {
                return count;
            }
        }
        throw new AssertionError("No trip in " + board.log());
    }

    private static CircuitTripped latest(Scenario board) {
        List<CircuitTripped> trips = board.entries(CircuitTripped.class);
        return trips.get(trips.size() - 1);
    }

    private static List<Long> sequences(Scenario board, Class<? extends Event> type) {
        return board.entriesWith(type).stream().map(LogEntry::sequence).toList();
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
