package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.ShortLivedBoard.CHAIN;
import static io.patchboard.kernel.decide.ShortLivedBoard.SECOND;
import static io.patchboard.kernel.decide.ShortLivedBoard.START;
import static io.patchboard.kernel.decide.ShortLivedBoard.board;
import static io.patchboard.kernel.decide.ShortLivedBoard.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a budget of the board ends it. */
class BudgetHaltTest {

    // budgets

    @Test
    void invocationBudget_retriesIncluded_halts() {
        Scenario board = board(START, "budgets: {invocations: 2}").created();
        board.answer(board.invocation("w"), "nonsense");

        List<LogEntry> entries = board.answer(board.invocation("w"), "nonsense");

        BoardHalted halt = Scenario.only(entries, BoardHalted.class);
        assertThat(halt.reason()).isEqualTo(BoardHalted.Reason.BUDGET_EXHAUSTED);
        assertThat(halt.detail()).isEqualTo("invocations");
        assertThat(board.entries(WorkerInvoked.class)).hasSize(2);
    }

    @Test
    void invocationBudget_inTheMiddleOfManyMatches_halts() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: many
                state: {schema: true, initial: {xs: [1, 2, 3, 4]}}
                workers: {w: {}}
                rules: [{name: r, on: {path: /xs/*}, invoke: w}]
                budgets: {invocations: 3}
                """);

        BoardHalted halt = Scenario.only(board.create(), BoardHalted.class);

        assertThat(board.entries(WorkerInvoked.class)).hasSize(3);
        assertThat(halt.abandonedInvocations()).hasSize(3);
    }

    @Test
    void tokenBudget_haltsWhenItIsUsedUp() {
        Scenario board = board(CHAIN, "budgets: {tokens: 100}").created();
        assertThat(board.answer(board.invocation("w"), set(1), new Usage(60, 39)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, BudgetWarning.class, WorkerInvoked.class);

        BoardHalted halt =
                Scenario.only(board.answer(board.invocation("v"), set(2), new Usage(1, 0)), BoardHalted.class);

        assertThat(halt.detail()).isEqualTo("tokens");
        assertThat(halt.message()).contains("100");
    }

    @Test
    void tokenBudget_isUsedByRejectedAnswersToo() {
        Scenario board = board(START, "budgets: {tokens: 100}").created();
        assertThat(board.answer(board.invocation("w"), "nonsense", new Usage(Long.MAX_VALUE, Long.MAX_VALUE)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BoardHalted.class);
    }

    @Test
    void completion_comesBeforeTheTokenBudget() {
        Scenario board = board(START, "budgets: {tokens: 100}", "complete: {when: state.n == 7}")
                .created();
        assertThat(board.answer(board.invocation("w"), set(7), new Usage(1000, 0)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, BoardCompleted.class);
    }

    @Test
    void durationBudget_haltsWhenItIsOver_withoutPauses() {
        Scenario board = board(START, "budgets: {duration: PT1M}").created();
        board.wait(SECOND.multipliedBy(30)).pause();
        assertThat(board.tick(Duration.ofHours(1))).isEmpty();
        board.resume();

        assertThat(board.tick(SECOND.multipliedBy(29)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BudgetWarning.class);
        BoardHalted halt = Scenario.only(board.tick(SECOND), BoardHalted.class);

        assertThat(halt.detail()).isEqualTo("duration");
        assertThat(halt.abandonedInvocations()).hasSize(1);
    }
}
