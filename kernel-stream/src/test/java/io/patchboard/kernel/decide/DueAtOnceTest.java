package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.CostlyBoard.each;
import static io.patchboard.kernel.decide.RulesBoard.board;
import static io.patchboard.kernel.decide.RulesBoard.edit;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.TriggerHeld.Reason;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Thousands of matches that are due at the same time come one decision after the other, and end no board. */
class DueAtOnceTest {

    private static final int TIMES = 5;
    private static final int EACH = 500;

    private static Scenario holding(String rule) {
        Scenario board = board("{xs: [], ys: []}", rule);
        for (int i = 0; i < TIMES; i++) {
            edit(board, each(EACH, n -> "{op: add, path: /xs/-, value: {n: " + n + "}}"));
        }
        assertThat(board.board().held()).hasSize(TIMES * EACH);
        board.wait(Duration.ofMinutes(2));
        return board;
    }

    private static long overdue(Scenario board) {
        return board.board().held().stream().filter(HeldTrigger::ripens).count();
    }

    @Test
    void delaysOfABusyWorker_areOverOneDecisionAfterTheOther() {
        Scenario board = holding("{name: r, on: {op: [add], path: '/xs/*'}, delay: PT1M, invoke: one}");

        for (long left = overdue(board); left > 0; left = overdue(board)) {
            board.tick(Duration.ZERO);
            assertThat(overdue(board)).isLessThan(left);
            assertThat(board.work()).isLessThan(Work.LIMIT * 6 / 10);
        }

        assertThat(board.entries(BoardHalted.class)).isEmpty();
        assertThat(board.entries(WorkerInvoked.class)).hasSize(1);
        assertThat(board.board().held())
                .hasSize(TIMES * EACH - 1)
                .allSatisfy(held -> assertThat(held.reason()).isEqualTo(Reason.LIMIT));
    }

    @Test
    void partsOfJoins_expireOneDecisionAfterTheOther_andNothingJoinsThemAnyMore() {
        Scenario board = holding("{name: r, on: {all: [{op: [add], path: '/xs/*'}, {op: [add], path: '/ys/*'}],"
                + " within: PT1M}, invoke: w}");

        edit(board, "[{op: add, path: /ys/-, value: 1}]");
        while (board.board().held().size() > 1) {
            int left = board.board().held().size();
            board.tick(Duration.ZERO);
            assertThat(board.board().held()).hasSizeLessThan(left);
        }

        assertThat(board.entries(BoardHalted.class)).isEmpty();
        assertThat(board.entries(WorkerInvoked.class)).isEmpty();
        assertThat(board.entries(BranchStopped.class)).hasSize(TIMES * EACH);
    }

    @Test
    void whatIsDue_isNotOvertaken_byWhatComesAfterIt() {
        Scenario board = board(
                "{xs: [], ys: [], zs: [], on: true}",
                "{name: dropped, priority: 2, on: {op: [add], path: '/xs/*'}, when: state.on, delay: PT1M, invoke: w}",
                "{name: due, priority: 1, on: {op: [add], path: '/ys/*'}, delay: PT1M, invoke: one}",
                "{name: waits, on: {op: [add], path: '/zs/*'}, invoke: one}");
        for (int i = 0; i < TIMES; i++) {
            edit(board, each(EACH, n -> "{op: add, path: /xs/-, value: " + n + "}"));
        }
        edit(
                board,
                "[{op: add, path: /ys/-, value: 1}, {op: add, path: /zs/-, value: 1}, {op: add, path: /zs/-, value: 2},"
                        + " {op: replace, path: /on, value: false}]");
        board.wait(Duration.ofMinutes(2));
        assertThat(board.entries(BranchStopped.class)).isEmpty();

        board.answer(board.invocation("one"), "[]");
        assertThat(board.entries(BranchStopped.class)).hasSizeLessThan(TIMES * EACH);
        while (overdue(board) > 0) {
            board.tick(Duration.ZERO);
        }

        assertThat(board.entries(WorkerInvoked.class))
                .extracting(invoked -> invoked.trigger().rule())
                .containsExactly("waits", "due");
    }
}
