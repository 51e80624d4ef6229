package io.patchboard.kernel.state;

import io.patchboard.record.Usage;

/** What a board has used of its budgets. */
public record Spending(long invocations, long tokens) {

    public static final Spending NONE = new Spending(0, 0);

    public Spending plusInvocation() {
        return new Spending(invocations + 1, tokens);
    }

    /** Saturates instead of overflowing, since workers report whatever they like. */
    public Spending plus(Usage usage) {
        return new Spending(invocations, add(add(tokens, usage.inputTokens()), usage.outputTokens()));
    }

    private static long add(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
