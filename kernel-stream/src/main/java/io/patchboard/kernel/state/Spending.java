package io.patchboard.kernel.state;

import io.patchboard.record.BudgetKind;
import io.patchboard.record.Raise;
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
 * @param raised bounds in place of those of the blueprint, by the same names
 */
public record Spending(
        long invocations,
        long tokens,
        BigDecimal cost,
        SortedMap<String, WorkerSpending> workers,
        List<String> warned,
        SortedMap<String, BigDecimal> raised,
        long toolCalls) {

    public static final Spending NONE =
            new Spending(0, 0, BigDecimal.ZERO, new TreeMap<>(), List.of(), new TreeMap<>(), 0);

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
                tracked ? with(worker, of(worker).plusInvocation()) : workers,
                warned,
                raised,
                toolCalls);
    }

    /** One that turned out to be none. */
    public Spending minusInvocation(String worker, boolean tracked) {
        return new Spending(
                Math.max(0, invocations - 1),
                tokens,
                cost,
                tracked && workers.containsKey(worker) ? with(worker, of(worker).minusInvocation()) : workers,
                warned,
                raised,
                toolCalls);
    }

    /** Saturates instead of overflowing, since workers report whatever they like. */
    public Spending plus(String worker, boolean tracked, Usage usage) {
        return new Spending(
                invocations,
                add(tokens, tokens(usage)),
                sum(cost, usage.cost().orElse(BigDecimal.ZERO)),
                tracked ? with(worker, of(worker).plus(usage)) : workers,
                warned,
                raised,
                add(toolCalls, usage.toolCalls()));
    }

    /** An invocation of a worker with budgets of its own was open for some time. */
    public Spending plusOpen(String worker, Duration open) {
        return new Spending(
                invocations, tokens, cost, with(worker, of(worker).plusOpen(open)), warned, raised, toolCalls);
    }

    public Spending plusWarning(String budget) {
        List<String> more = new ArrayList<>(warned);
        more.add(budget);
        return new Spending(invocations, tokens, cost, workers, List.copyOf(more), raised, toolCalls);
    }

    /** A budget gets another bound; it may be warned of anew. */
    public Spending raised(Raise raise) {
        SortedMap<String, BigDecimal> bounds = new TreeMap<>(raised);
        bounds.put(raise.budget(), raise.most());
        List<String> still =
                warned.stream().filter(name -> !name.equals(raise.budget())).toList();
        return new Spending(invocations, tokens, cost, workers, still, bounds, toolCalls);
    }

    private SortedMap<String, WorkerSpending> with(String worker, WorkerSpending now) {
        SortedMap<String, WorkerSpending> spent = new TreeMap<>(workers);
        spent.put(worker, now);
        return spent;
    }

    /** Of both kinds together. */
    static long tokens(Usage usage) {
        return add(usage.inputTokens(), usage.outputTokens());
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
