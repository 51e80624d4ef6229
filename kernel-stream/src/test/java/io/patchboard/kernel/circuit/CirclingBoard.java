package io.patchboard.kernel.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import java.util.List;
import java.util.Optional;

/** A board that runs in circles if one lets it. */
final class CirclingBoard {

    static final String WRONG = "[{op: replace, path: /n, value: wrong}]";

    /** One worker, invited once, and others who propose unasked. */
    static final String WORKERS = """
            workers:
              w: {privileged: true, unsolicited: true, write: [{op: [replace, add, remove], path: /**}]}
              v: {privileged: true, unsolicited: true, write: [{op: [replace, add, remove], path: /**}]}
            rules: [{name: start, on: {event: created}, invoke: w}]
            """;

    private CirclingBoard() {}

    static Scenario board(String... lines) {
        return new Scenario("""
                        apiVersion: patchboard/v1
                        onIncident: halt
                        name: circles
                        state:
                          schema: {properties: {n: {type: integer}, log: {type: array}}}
                          initial: {n: 0, log: []}
                        policies: {default: {retry: {maxAttempts: 100}}}
                        """ + String.join("\n", lines)).created();
    }

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

    static CircuitTripped latest(Scenario board) {
        List<CircuitTripped> trips = board.entries(CircuitTripped.class);
        return trips.get(trips.size() - 1);
    }

    static List<Long> sequences(Scenario board, Class<? extends Event> type) {
        return board.entriesWith(type).stream().map(LogEntry::sequence).toList();
    }
}
