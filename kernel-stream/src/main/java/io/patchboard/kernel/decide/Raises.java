package io.patchboard.kernel.decide;

import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.ending.BudgetWatch;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Spending;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.Raise;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What may be asked of a board's budgets when it is to go on. */
final class Raises {

    /** As much as a blueprint may say of a cost, which is the largest of its numbers. */
    private static final BigDecimal MOST = new BigDecimal("1000000000000000");

    private Raises() {}

    /** Why they cannot be raised so; absent if they can. */
    static Optional<Rejection> refusal(List<Raise> raised, Board board) {
        SortedMap<String, Bound> bounds = bounds(board);
        for (int i = 0; i < raised.size(); i++) {
            Raise raise = raised.get(i);
            Bound now = bounds.get(raise.budget());
            if (now == null
                    || raise.most().compareTo(now.least()) <= 0
                    || raise.most().compareTo(MOST) > 0) {
                return Optional.of(Rejection.of(
                        RejectionCode.NOT_RAISED,
                        "/raised/" + i,
                        now == null
                                ? "Expected one of the budgets that this board has, " + bounds.keySet() + ", but got \""
                                        + raise.budget() + "\"."
                                : "Expected more than the " + now.most().toPlainString() + " of budget \""
                                        + raise.budget()
                                        + "\" now, of which " + now.used().toPlainString()
                                        + " are used, more than is used, and at most " + MOST + ", but got "
                                        + raise.most() + "."));
            }
        }
        return Optional.empty();
    }

    private record Bound(BigDecimal most, BigDecimal used) {

        BigDecimal least() {
            return most.max(used);
        }
    }

    /** Of all budgets that can end a board, by their names. */
    private static SortedMap<String, Bound> bounds(Board board) {
        SortedMap<String, Bound> bounds = new TreeMap<>();
        for (Budget budget : board.budgets(Optional.empty())) {
            if (budget.kind() != BudgetKind.STATE_BYTES) {
                bounds.put(
                        budget.kind().word(), new Bound(budget.most(), BudgetWatch.used(board, budget, board.time())));
            }
        }
        for (WorkerRole role : board.rules().workers().values()) {
            for (Budget budget : board.budgets(Optional.of(role.name()))) {
                bounds.put(
                        Spending.name(role.name(), budget.kind()),
                        new Bound(
                                budget.most(), board.spending().of(role.name()).of(budget)));
            }
        }
        return bounds;
    }
}
