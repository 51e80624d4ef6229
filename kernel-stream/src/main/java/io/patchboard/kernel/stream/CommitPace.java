package io.patchboard.kernel.stream;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessingContext;

/**
 * When a stream thread asks for a commit of its transaction, which is that of all its tasks.
 *
 * <p>A decision is visible only after its transaction, so whoever waits for one wants it committed at once. But a
 * transaction costs about the same whatever is in it (some round trips to the broker, in which the thread does nothing
 * else), so who commits each record alone gets through a few hundred a second. Hence group commit: a thread commits
 * when it has decided all that its consumer has handed over, and what comes meanwhile is the next transaction's. The
 * more there is to do, the longer transactions get by themselves, until they are as long as {@code commit.interval.ms}.
 *
 * <p>On top of that, a thread that is busy leaves at least {@link #BETWEEN} between two commits; one that has been
 * waiting for input for {@link #ROOM} since its last commit is not busy.
 *
 * <p>All of this is the thread's that calls.
 */
public final class CommitPace {

    /** A thread that had so much time to spare since its last commit has room for another one. */
    static final Duration ROOM = Duration.ofMillis(1);

    /** From the end of a commit of a busy thread to its next one: more than twice what a commit takes. */
    static final Duration BETWEEN = Duration.ofMillis(10);

    /** How often a thread looks whether a commit is due that no record brought about. */
    private static final Duration TICK = Duration.ofMillis(5);

    private final LongSupplier nanoTime;
    private final ThreadLocal<Progress> threads = ThreadLocal.withInitial(Progress::new);

    /** How far a thread is. Times are in nanoseconds. */
    private static final class Progress {
        private boolean inTransaction;
        private int undecided;
        private long spared;
        private long ended;
    }

    public CommitPace() {
        this(System::nanoTime);
    }

    CommitPace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A transaction has begun. */
    public void begun() {
        threads.get().inTransaction = true;
    }

    /** The transaction was committed or aborted. */
    public void ended() {
        Progress progress = threads.get();
        progress.inTransaction = false;
        progress.spared = 0;
        progress.ended = nanoTime.getAsLong();
    }

    /**
     * The consumer handed over records, for which it was asked when the thread had nothing else to do.
     *
     * @param waited from the question to the answer, in nanoseconds
     */
    public void handedOver(int records, long waited) {
        Progress progress = threads.get();
        // Set and not added to: what was handed over before and is not decided by now never will be, or waits for
        // records that come with these.
        progress.undecided = records;
        progress.spared += waited;
    }

    /** Whether this thread has written something that is not committed yet. */
    public boolean inTransaction() {
        return threads.get().inTransaction;
    }

    /** From now on a task asks for the commits that no record brings about. */
    public void watch(ProcessingContext task) {
        task.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, now -> {
            if (commitsNow()) {
                task.commit();
            }
        });
    }

    /** A record of a task was decided: asks for a commit if one is due. */
    public void decided(ProcessingContext task) {
        if (commitsAfterRecord()) {
            task.commit();
        }
    }

    /** A record was decided. Returns whether to ask for a commit now. */
    boolean commitsAfterRecord() {
        Progress progress = threads.get();
        progress.undecided--;
        return commits(progress);
    }

    /** Time passed. Returns whether to ask for a commit of what has been written, by records before or by timers. */
    boolean commitsNow() {
        Progress progress = threads.get();
        return progress.inTransaction && commits(progress);
    }

    private boolean commits(Progress progress) {
        return progress.undecided <= 0
                && (progress.spared >= ROOM.toNanos() || nanoTime.getAsLong() - progress.ended >= BETWEEN.toNanos());
    }
}
