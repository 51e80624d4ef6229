package io.patchboard.kernel.app;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Tells a passing fault, after which a thread can be replaced, from one that comes back at once. */
final class ThreadDeaths {

    private static final int MOST = 5;
    private static final Duration WITHIN = Duration.ofMinutes(1);

    private final Deque<Long> times = new ArrayDeque<>();
    private Throwable last = new IllegalStateException("The kernel stopped.");

    /** Counts a death, and says whether the thread may be replaced. */
    synchronized boolean mayReplace(Throwable cause) {
        long now = System.nanoTime();
        last = cause;
        times.addLast(now);
        while (now - times.peekFirst() > WITHIN.toNanos()) {
            times.removeFirst();
        }
        return times.size() <= MOST && !(cause instanceof Error);
    }

    synchronized Throwable last() {
        return last;
    }
}
