package io.patchboard.kernel.stream;

import java.time.Duration;

/**
 * When to ask for a commit of the transaction.
 *
 * <p>A decision is visible only after its transaction, so whoever waits for one wants it committed at once. But a
 * transaction costs about the same whatever is in it (a few round trips to the broker), so who commits each record
 * alone gets through a few hundred a second. What the kernel can know is how long the latest record waited before it
 * was taken: while that is little, it keeps up, and commits right after a record, but not oftener than each
 * {@link #SHORTEST}. When records wait for long it is behind, and asks for nothing: transactions are then as long as
 * {@code commit.interval.ms}, and throughput is what counts.
 *
 * <p>The clocks of broker and kernel are compared here. If they differ by more than {@link #BEHIND} only the pace is
 * affected.
 */
final class CommitPace {

    /**
     * Between two commits while the kernel keeps up: half of the transactions that a broker on a small machine manages.
     */
    static final Duration SHORTEST = Duration.ofMillis(5);

    /** A record that waited for longer says that there are more than can be committed one by one. */
    static final Duration BEHIND = Duration.ofMillis(25);

    private final ThreadLocal<Long> last;
    private boolean owing;

    /**
     * The pace of one task.
     *
     * @param last when a thread asked last, for all of its tasks: a commit is one of them all
     */
    CommitPace(ThreadLocal<Long> last) {
        this.last = last;
    }

    static ThreadLocal<Long> never() {
        return ThreadLocal.withInitial(() -> 0L);
    }

    /**
     * A record was decided.
     *
     * @param now in milliseconds of the kernel's clock
     * @param written when the record was written, in milliseconds of the broker's clock
     * @return whether to ask for a commit now
     */
    boolean commitsAfter(long written, long now) {
        boolean keepsUp = now - written <= BEHIND.toMillis();
        owing = keepsUp;
        return commitsOwed(now);
    }

    /** Time passed. Returns whether to ask for the commit that an earlier record did not get at once. */
    boolean commitsOwed(long now) {
        boolean commits = owing && (now < last.get() || now - SHORTEST.toMillis() >= last.get());
        if (commits) {
            owing = false;
            last.set(now);
        }
        return commits;
    }
}
