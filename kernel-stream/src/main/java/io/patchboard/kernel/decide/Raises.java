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
import io.patchboard.text.Spelling;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What may be asked of a board's budgets when it is to go on. */
final class Raises {

    /** As much as a blueprint may say of a cost, which is the largest of its numbers. */
    private static final BigDecimal MOST = new BigDecimal("1000000000000000");

    private Raises() {}

    /** Why they cannot be raised so; absent if they can. */
    static Optional<Rejection> refusal(List<Raise> raised, Board board, Instant now) {
        SortedMap<String, Bound> bounds = bounds(board, now);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < raised.size(); i++) {
            Optional<String> problem = problem(raised.get(i), bounds, seen);
            if (problem.isPresent()) {
                return Optional.of(Rejection.of(RejectionCode.NOT_RAISED, "/raised/" + i, problem.get()));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> problem(Raise raise, SortedMap<String, Bound> bounds, Set<String> seen) {
        Bound bound = bounds.get(raise.budget());
        String name = "\"" + raise.budget() + "\"";
        if (bound == null) {
            return Optional.of("Expected one of the budgets that this board has, " + bounds.keySet() + ", but got "
                    + name + "."
                    + (raise.budget().equals(BudgetKind.STATE_BYTES.word())
                            ? " It stops no board, so that it is not raised; amend the blueprint (board amend)."
                            : Spelling.question(raise.budget(), bounds.keySet())));
        } else if (!seen.add(raise.budget())) {
            return Optional.of("Expected each budget once, but " + name + " comes again.");
        }
        BigDecimal used = bound.used();
        BigDecimal now = bound.budget().most();
        boolean more = raise.most().compareTo(now.max(used)) > 0;
        if (more && raise.most().compareTo(MOST) <= 0) {
            return Optional.empty();
        }
        return Optional.of("Expected more than the " + now.toPlainString() + " of budget " + name + " now"
                + (used.compareTo(now) > 0 ? " and the " + used.toPlainString() + " that are used" : "")
                + ", and at most " + MOST + ", but got " + raise.most() + ".");
    }

    /** Whether a budget that ended something, by its name, still does; the blueprint may have it no more. */
    static boolean isUsedUp(String name, Board board, Instant now) {
        return Optional.ofNullable(bounds(board, now).get(name))
                .filter(bound -> bound.budget().usedUp(bound.used()))
                .isPresent();
    }

    /** A budget, and how much of it is used. */
    private record Bound(Budget budget, BigDecimal used) {}

    /** Of all budgets that can end a board, by their names. */
    private static SortedMap<String, Bound> bounds(Board board, Instant now) {
        SortedMap<String, Bound> bounds = new TreeMap<>();
        for (Budget budget : board.budgets(Optional.empty())) {
            if (budget.kind() != BudgetKind.STATE_BYTES) {
                bounds.put(budget.kind().word(), new Bound(budget, BudgetWatch.used(board, budget, now)));
            }
        }
        for (WorkerRole role : board.rules().workers().values()) {
            for (Budget budget : board.budgets(Optional.of(role.name()))) {
                bounds.put(
                        Spending.name(role.name(), budget.kind()),
                        new Bound(budget, board.spending().of(role.name()).of(budget)));
            }
        }
        return bounds;
    }
}
