package io.patchboard.gateway;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How many invocations are worked on and how many are parked, and whether there is room to take more. Only parking is
 * bounded here; what runs is bounded worker by worker, see {@link WorkerSlots}.
 */
final class InFlight {

    private final int mostParked;
    private int running;
    private int parked;

    InFlight(int mostParked) {
        this.mostParked = mostParked;
    }

    synchronized int running() {
        return running;
    }

    synchronized int parked() {
        return parked;
    }

    synchronized void park() {
        parked++;
    }

    /** One that was parked runs now. */
    synchronized void start() {
        parked--;
        running++;
        notifyAll();
    }

    /** One that was parked is given up. */
    synchronized void drop() {
        parked--;
        notifyAll();
    }

    synchronized void end() {
        running--;
        notifyAll();
    }

    /** How many more may be taken; 0 if there was no room for as long as {@code limit}. */
    synchronized int awaitRoom(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (long left = limit.toNanos(); parked >= mostParked && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return Math.max(0, mostParked - parked);
    }
}
