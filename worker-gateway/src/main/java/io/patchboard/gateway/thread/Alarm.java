package io.patchboard.gateway.thread;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Something to be done later, on a virtual thread that sleeps until then, unless it is cancelled. */
public final class Alarm {

    private final AtomicBoolean decided = new AtomicBoolean();
    private final Thread thread;

    private Alarm(Duration delay, Runnable what) {
        this.thread = Thread.ofVirtual().unstarted(() -> {
            try {
                TimeUnit.NANOSECONDS.sleep(Math.max(0, delay.toNanos()));
            } catch (InterruptedException e) {
                return;
            }
            if (decided.compareAndSet(false, true)) {
                what.run();
            }
        });
    }

    /** @param delay of at most 292 years, which nanoseconds can count */
    public static Alarm in(Duration delay, Runnable what) {
        Alarm alarm = new Alarm(delay, what);
        alarm.thread.start();
        return alarm;
    }

    /** It is not done, unless it has begun. */
    public void cancel() {
        if (decided.compareAndSet(false, true)) {
            thread.interrupt();
        }
    }
}
