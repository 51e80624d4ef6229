package io.patchboard.standalone.again;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Asks a share of what comes while it comes, in threads of its own. What comes while too many wait is passed over, so
 * that a slow worker holds up nobody. {@link #offer} is for one thread.
 */
public final class Shadow implements AutoCloseable {

    /** Questions that wait, for each that is under way. */
    private static final int WAITING = 16;

    private final AskAgain again;
    private final double share;
    private final Random random;
    private final Consumer<Asked> told;
    private final ExecutorService threads;
    private final List<Asked> asked = new ArrayList<>();
    private long seen;
    private long passedOver;

    /**
     * @param share of the invocations, above 0 and at most 1
     * @param told hears of each answer, by one thread at a time
     */
    public Shadow(AskAgain again, double share, long seed, Consumer<Asked> told) {
        this.again = again;
        this.share = share;
        this.random = new Random(seed);
        this.told = told;
        this.threads = new ThreadPoolExecutor(
                again.atOnce(),
                again.atOnce(),
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(again.atOnce() * WAITING));
    }

    /** Takes the next invocation; returns at once. */
    public void offer(PastInvocation past) {
        seen++;
        if (random.nextDouble() >= share) {
            return;
        }
        try {
            threads.execute(() -> ask(past));
        } catch (RejectedExecutionException e) {
            passedOver++;
        }
    }

    private void ask(PastInvocation past) {
        try {
            Asked answer = again.ask(past);
            synchronized (asked) {
                asked.add(answer);
                told.accept(answer);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What was answered so far. */
    public List<Asked> asked() {
        synchronized (asked) {
            return List.copyOf(asked);
        }
    }

    /** How many came. */
    public long seen() {
        return seen;
    }

    /** How many would have been asked if fewer had waited. */
    public long passedOver() {
        return passedOver;
    }

    /** Waits for what is under way, and asks no more. */
    @Override
    public void close() {
        threads.close();
    }
}
