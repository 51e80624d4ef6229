package io.patchboard.kernel.state;

import io.patchboard.record.BudgetKind;
import io.patchboard.record.Usage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a board has used of its budgets.
 *
 * @param workers what those workers used that have budgets of their own
 * @param warned budgets that a warning was written for, as {@link #name} calls them
 */
public record Spending(
        long invocations,
        long tokens,
        BigDecimal cost,
        SortedMap<String, WorkerSpending> workers,
        List<String> warned) {

    public static final Spending NONE = new Spending(0, 0, BigDecimal.ZERO, new TreeMap<>(), List.of());

    /** What a worker's budget is called beside the board's. */
    public static String name(String worker, BudgetKind budget) {
        return "workers/" + worker + "/" + budget.word();
    }

    public WorkerSpending of(String worker) {
        return workers.getOrDefault(worker, WorkerSpending.NONE);
    }

    /** @param tracked whether the worker has budgets of its own */
    public Spending plusInvocation(String worker, boolean tracked) {
        return new Spending(
                invocations + 1,
                tokens,
                cost,
                tracked ? with(worker, new WorkerSpending(1, 0, BigDecimal.ZERO, Duration.ZERO)) : workers,
                warned);
    }

    /** One that turned out to be none. */
    public Spending minusInvocation(String worker, boolean tracked) {
        SortedMap<String, WorkerSpending> spent = workers;
        if (tracked && workers.containsKey(worker)) {
            spent = new TreeMap<>(workers);
            spent.put(worker, of(worker).minusInvocation());
        }
        return new Spending(Math.max(0, invocations - 1), tokens, cost, spent, warned);
    }

    /** Saturates instead of overflowing, since workers report whatever they like. */
    public Spending plus(String worker, boolean tracked, Usage usage) {
        long used = add(usage.inputTokens(), usage.outputTokens());
        BigDecimal price = usage.cost().orElse(BigDecimal.ZERO);
        return new Spending(
                invocations,
                add(tokens, used),
                sum(cost, price),
                tracked ? with(worker, new WorkerSpending(0, used, price, Duration.ZERO)) : workers,
                warned);
    }

    /** An invocation of a worker with budgets of its own was open for some time. */
    public Spending plusOpen(String worker, Duration open) {
        return new Spending(
                invocations, tokens, cost, with(worker, new WorkerSpending(0, 0, BigDecimal.ZERO, open)), warned);
    }

    public Spending plusWarning(String budget) {
        List<String> more = new ArrayList<>(warned);
        more.add(budget);
        return new Spending(invocations, tokens, cost, workers, List.copyOf(more));
    }

    private SortedMap<String, WorkerSpending> with(String worker, WorkerSpending more) {
        SortedMap<String, WorkerSpending> spent = new TreeMap<>(workers);
        spent.put(worker, of(worker).plus(more));
        return spent;
    }

    /** One form for one number, however it was written, so that boards can be compared. */
    static BigDecimal sum(BigDecimal a, BigDecimal b) {
        BigDecimal sum = a.add(b).stripTrailingZeros();
        return sum.scale() < 0 ? sum.setScale(0, RoundingMode.UNNECESSARY) : sum;
    }

    static long add(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
