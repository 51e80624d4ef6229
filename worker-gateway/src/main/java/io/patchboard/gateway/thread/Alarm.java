package io.patchboard.gateway.thread;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Something to be done later, on a virtual thread of its own, unless it is cancelled. Nearly all are cancelled, and
 * there may be one for each of thousands of calls, so one thread waits for all, and none is made before it is needed.
 */
public final class Alarm {

    private static final ScheduledThreadPoolExecutor CLOCK = clock();

    private final Runnable what;
    private final Future<?> due;
    private volatile boolean cancelled;

    private Alarm(Duration delay, Runnable what) {
        this.what = what;
        this.due = CLOCK.schedule(() -> Thread.startVirtualThread(this::goOff), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Its thread outlives who sets the first alarm, so it takes over nothing of what that one works on. It is woken for
     * what is due before all else, which is each alarm where the one before was cancelled; so something is due soon.
     */
    private static ScheduledThreadPoolExecutor clock() {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(
                1,
                Thread.ofPlatform()
                        .daemon()
                        .name("patchboard-alarms")
                        .inheritInheritableThreadLocals(false)
                        .factory());
        clock.setRemoveOnCancelPolicy(true);
        clock.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.SECONDS);
        return clock;
    }

    /** @param delay of at most 292 years, which nanoseconds can count */
    public static Alarm in(Duration delay, Runnable what) {
        return new Alarm(delay, what);
    }

    /** On its own thread, which may have waited for a processor since it was due. */
    void goOff() {
        if (!cancelled) {
            what.run();
        }
    }

    /** It is not done, unless it has begun. */
    public void cancel() {
        cancelled = true;
        due.cancel(false);
    }
}
