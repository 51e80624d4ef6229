package io.patchboard.gateway;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How many invocations are worked on, and room for how many more there is. One thread adds, any thread takes away. */
final class InFlight {

    private final int max;
    private int count;

    InFlight(int max) {
        this.max = max;
    }

    synchronized int count() {
        return count;
    }

    synchronized void add() {
        count++;
    }

    synchronized void remove() {
        count--;
        notifyAll();
    }

    /** How many more may be added; 0 if there was no room for as long as {@code limit}. */
    synchronized int awaitRoom(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (long left = limit.toNanos(); count >= max && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return Math.max(0, max - count);
    }
}
