package io.patchboard.kernel.schema.keyword;

/** The work of one validation, counted. Steps are subschemas, keywords and children that are looked at. */
public final class Evaluation {

    /** Subschemas inside of each other; each takes a few frames of the stack. */
    public static final int MAX_DEPTH = 1_000;

    private final long most;
    private long steps;
    private int depth;

    /** @param most steps that it may take */
    public Evaluation(long most) {
        this.most = most;
    }

    void step(long count) {
        steps += count;
        if (steps > most) {
            throw new OverBudgetException();
        }
    }

    void enter() {
        if (++depth > MAX_DEPTH) {
            throw new OverBudgetException();
        }
        step(1);
    }

    void leave() {
        depth--;
    }
}
