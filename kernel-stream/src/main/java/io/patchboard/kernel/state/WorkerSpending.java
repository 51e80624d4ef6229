package io.patchboard.kernel.state;

import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.Budgets;
import io.patchboard.record.Usage;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * What one worker has used.
 *
 * @param open how long its invocations were open, added up, without pauses
 */
public record WorkerSpending(long invocations, long tokens, BigDecimal cost, Duration open, long toolCalls) {

    static final WorkerSpending NONE = new WorkerSpending(0, 0, BigDecimal.ZERO, Duration.ZERO, 0);

    /** How much of a budget it is, in the budget's unit. */
    public BigDecimal of(Budget budget) {
        return switch (budget.kind()) {
            case INVOCATIONS -> BigDecimal.valueOf(invocations);
            case TOKENS -> BigDecimal.valueOf(tokens);
            case COST -> cost;
            case TOOL_CALLS -> BigDecimal.valueOf(toolCalls);
            case DURATION -> Budgets.seconds(open);
            case STATE_BYTES ->
                throw new IllegalArgumentException("Expected a budget that a worker can have, but got " + budget + ".");
        };
    }

    WorkerSpending plusInvocation() {
        return new WorkerSpending(invocations + 1, tokens, cost, open, toolCalls);
    }

    WorkerSpending minusInvocation() {
        return new WorkerSpending(Math.max(0, invocations - 1), tokens, cost, open, toolCalls);
    }

    WorkerSpending plusOpen(Duration more) {
        return new WorkerSpending(invocations, tokens, cost, open.plus(more), toolCalls);
    }

    WorkerSpending plus(Usage usage) {
        return new WorkerSpending(
                invocations,
                Spending.add(tokens, Spending.tokens(usage)),
                Spending.sum(cost, usage.cost().orElse(BigDecimal.ZERO)),
                open,
                Spending.add(toolCalls, usage.toolCalls()));
    }
}
