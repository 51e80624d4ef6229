package io.patchboard.kernel.app;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.common.errors.AuthorizationException;

/** Tells a passing fault, after which a thread can be replaced, from one that comes back at once. */
final class ThreadDeaths {

    private static final Duration WITHIN = Duration.ofMinutes(1);

    private final int most;
    private final Deque<Long> times = new ArrayDeque<>();

    /** @param most within a minute */
    ThreadDeaths(int most) {
        this.most = most;
    }

    /** Counts a death, and says whether the thread may be replaced. */
    synchronized boolean mayReplace(Throwable cause) {
        long now = System.nanoTime();
        times.addLast(now);
        while (now - times.peekFirst() > WITHIN.toNanos()) {
            times.removeFirst();
        }
        return times.size() <= most && !(cause instanceof Error) && !(cause instanceof AuthorizationException);
    }
}
