package io.patchboard.kernel.blueprint;

import io.patchboard.record.BudgetKind;
import io.patchboard.record.Parent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a board, or one of its workers, may use up.
 *
 * @param list those that are bounded: invocations, retries included; tokens, input and output together, cost and calls
 *     of tools, as reported; seconds of a board since its creation, without pauses, or those that the invocations of a
 *     worker were open, added up; and the state's bytes, for boards alone
 * @param stateBytes of the state's compact JSON, for boards alone; absent for the kernel's own bound
 * @param blobBytes of all blobs that the state points to, for boards alone; absent for no bound
 */
public record Budgets(List<Budget> list, Optional<Long> stateBytes, Optional<Long> blobBytes) {

    /** Enough for honest work, and an end for a board that runs in circles. */
    static final long DEFAULT_INVOCATIONS = 1_000;

    public Budgets {
        list = List.copyOf(list);
    }

    /** A board's budgets where another board, for which it was made, has no more than this left. */
    public static List<Budget> within(List<Budget> declared, Optional<Parent> parent) {
        if (parent.isEmpty()) {
            return declared;
        }
        List<Budget> least = new ArrayList<>(declared);
        parent.get().tokens().ifPresent(most -> bound(least, new Budget(BudgetKind.TOKENS, BigDecimal.valueOf(most))));
        parent.get().cost().ifPresent(most -> bound(least, new Budget(BudgetKind.COST, most)));
        parent.get()
                .toolCalls()
                .ifPresent(most -> bound(least, new Budget(BudgetKind.TOOL_CALLS, BigDecimal.valueOf(most))));
        return List.copyOf(least);
    }

    private static void bound(List<Budget> budgets, Budget other) {
        boolean isLess = budgets.stream()
                .noneMatch(
                        budget -> budget.kind() == other.kind() && budget.most().compareTo(other.most()) <= 0);
        if (isLess) {
            budgets.removeIf(budget -> budget.kind() == other.kind());
            budgets.add(other);
        }
    }

    /** A number of seconds as a duration. */
    public static Duration duration(BigDecimal seconds) {
        return Duration.ofMillis(seconds.movePointRight(3).longValue());
    }

    /** A duration as a number of seconds, exact to the millisecond. */
    public static BigDecimal seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3);
    }
}
