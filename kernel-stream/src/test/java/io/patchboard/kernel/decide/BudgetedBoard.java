package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Usage;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** A board with budgets, whose worker goes on for as long as they let it. */
final class BudgetedBoard {

    private BudgetedBoard() {}

    /** Worker w is invoked for each change of n, so that it can go on for as long as its budgets let it. */
    static Scenario scenario(String budgets, String ofWorker) {
        return new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: budgets
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0, text: ''}}
                policies: {default: {timeout: PT60S, outage: {patience: PT0S}}, caught: {timeout: PT60S, onExhausted: {catch: v}}}
                workers:
                  w: {read: [/n], write: [{op: [replace], path: /**}], %s}
                  v: {read: [/n], write: [{op: [replace], path: /**}]}
                rules:
                  - {name: start, on: {event: created}, invoke: w}
                  - {name: next, on: {path: /n, op: [replace]}, invoke: w}
                budgets: {%s}
                complete: {when: state.n == 1000, result: /n}
                """.formatted(ofWorker, budgets));
    }

    static Scenario board(String budgets) {
        return scenario(budgets, "unsolicited: false").created();
    }

    static Scenario worker(String budgets) {
        return scenario("", "budgets: {" + budgets + "}").created();
    }

    static List<LogEntry> set(Scenario board, int n, Usage usage) {
        return board.answer(board.invocation("w"), "[{op: replace, path: /n, value: " + n + "}]", usage);
    }

    static Usage cost(String amount) {
        return new Usage(0, 0, Optional.of(new BigDecimal(amount)));
    }

    static BoardHalted halt(List<LogEntry> entries) {
        BoardHalted halt = Scenario.only(entries, BoardHalted.class);
        assertThat(halt.reason()).isEqualTo(BoardHalted.Reason.BUDGET_EXHAUSTED);
        assertThat(halt.result()).isPresent();
        return halt;
    }
}
