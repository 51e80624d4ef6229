package io.patchboard.kernel.schema;

/** How many steps an analysis may take. One that has none left says less; it never says anything wrong. */
public final class WorkBudget {

    private final long most;
    private long spent;

    public WorkBudget(long most) {
        this.most = most;
    }

    /** Takes steps, if as many are left. */
    public boolean spend(long steps) {
        spent = Math.min(most + 1, spent + steps);
        return spent <= most;
    }

    public boolean isExhausted() {
        return spent > most;
    }

    /** Steps taken so far; one more than there are, if it was too many. */
    public long spent() {
        return spent;
    }
}
