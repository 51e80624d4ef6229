package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Part;

/**
 * The work of one validation, counted: subschemas, keywords and children that are looked at, and what a keyword does
 * beyond looking: characters matched and compared, digits divided. A step takes about 20 ns, whatever it is.
 *
 * <p>Steps are what the validation would cost if nothing were remembered; visits are what it did cost. The bound is on
 * steps, since two kernels remember different things and must come to the same verdict.
 */
public final class Evaluation {

    /** Subschemas inside of each other; they take at most about two thirds of a default stack of 1 MB. */
    public static final int MAX_DEPTH = 800;

    /** So many characters are compared, or hashed, in a step. */
    static final int COMPARED = 64;

    /** What costs fewer steps is sooner done than remembered. */
    private static final int WORTH_REMEMBERING = 16;

    private final long most;
    private long steps;
    private long skipped;
    private int depth;
    private int deepest;

    /** @param most steps that it may take */
    public Evaluation(long most) {
        this.most = most;
    }

    /** Steps so far. */
    public long steps() {
        return steps;
    }

    /** Subschemas, keywords and children that were looked at so far, and judgements that were recalled. */
    public long visits() {
        return steps - skipped;
    }

    /** Counts a child that is looked at where the steps are charged whether it is or not. */
    void visit() {
        skipped--;
    }

    /** Counts steps that look at no further place: other work, or what would be done if nothing were remembered. */
    void charge(long count) {
        skipped += count;
        step(count);
    }

    void step(long count) {
        steps += count;
        if (steps > most) {
            throw new OverBudgetException();
        }
    }

    void enter() {
        depth++;
        reach(depth);
        step(1);
    }

    void leave() {
        depth--;
    }

    private void reach(int level) {
        if (level > MAX_DEPTH) {
            throw new OverBudgetException();
        }
        if (level > deepest) {
            deepest = level;
        }
    }

    /** What is remembered with a part, charged as if it were found out now; or null. */
    Judgement recall(Part part, Object key) {
        Judgement known = (Judgement) part.recall(key);
        if (known != null) {
            visit();
            charge(known.steps());
            reach(depth + known.height());
        }
        return known;
    }

    /** The start of finding something out about a part, for {@link #remember}. */
    record Start(long steps, int deepest) {}

    Start start() {
        Start start = new Start(steps, deepest);
        deepest = depth;
        return start;
    }

    void remember(Part part, Object key, int result, Start start) {
        long taken = steps - start.steps();
        if (taken >= WORTH_REMEMBERING) {
            part.remember(key, Judgement.of(result, taken, deepest - depth));
        }
        forget(start);
    }

    /** The end of finding something out, without remembering it. */
    void forget(Start start) {
        deepest = Math.max(deepest, start.deepest());
    }
}
