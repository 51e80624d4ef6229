package io.patchboard.kernel.state;

import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.Budgets;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * What one worker has used.
 *
 * @param open how long its invocations were open, added up, without pauses
 */
public record WorkerSpending(long invocations, long tokens, BigDecimal cost, Duration open) {

    static final WorkerSpending NONE = new WorkerSpending(0, 0, BigDecimal.ZERO, Duration.ZERO);

    /** How much of a budget it is, in the budget's unit. */
    public BigDecimal of(Budget budget) {
        return switch (budget.kind()) {
            case INVOCATIONS -> BigDecimal.valueOf(invocations);
            case TOKENS -> BigDecimal.valueOf(tokens);
            case COST -> cost;
            case DURATION -> Budgets.seconds(open);
            case STATE_BYTES ->
                throw new IllegalArgumentException("Expected a budget that a worker can have, but got " + budget + ".");
        };
    }

    WorkerSpending minusInvocation() {
        return new WorkerSpending(Math.max(0, invocations - 1), tokens, cost, open);
    }

    WorkerSpending plus(WorkerSpending other) {
        return new WorkerSpending(
                invocations + other.invocations,
                Spending.add(tokens, other.tokens),
                Spending.sum(cost, other.cost),
                open.plus(other.open));
    }
}
