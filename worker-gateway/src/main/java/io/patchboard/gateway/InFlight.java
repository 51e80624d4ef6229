package io.patchboard.gateway;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How many invocations are worked on and how many are parked, and whether there is room to take more. Only parking is
 * bounded here, by number and by bytes; what runs is bounded worker by worker, see {@link WorkerSlots}.
 */
final class InFlight {

    /** A parked record takes several times its bytes, as it is decoded already. */
    private static final int PART_OF_HEAP = 32;

    private final int mostParked;
    private final long mostBytes;
    private int running;
    private int parked;
    private long parkedBytes;

    InFlight(int mostParked) {
        this(mostParked, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    InFlight(int mostParked, long mostBytes) {
        this.mostParked = mostParked;
        this.mostBytes = mostBytes;
    }

    synchronized int running() {
        return running;
    }

    synchronized int parked() {
        return parked;
    }

    /** How full it is, by number or by bytes, whichever is nearer to its bound: 1, or a bit more, if it is full. */
    synchronized double parkedRatio() {
        return Math.max((double) parked / mostParked, (double) parkedBytes / mostBytes);
    }

    synchronized void park(int bytes) {
        parked++;
        parkedBytes += bytes;
    }

    /** One that was parked runs now. */
    synchronized void start(int bytes) {
        parked--;
        parkedBytes -= bytes;
        running++;
        notifyAll();
    }

    /** One that was parked is given up. */
    synchronized void drop(int bytes) {
        parked--;
        parkedBytes -= bytes;
        notifyAll();
    }

    synchronized void end() {
        running--;
        notifyAll();
    }

    /** How many more may be taken; 0 if there was no room for as long as {@code limit}. */
    synchronized int awaitRoom(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (long left = limit.toNanos(); isFull() && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return isFull() ? 0 : mostParked - parked;
    }

    private boolean isFull() {
        return parked >= mostParked || parkedBytes >= mostBytes;
    }
}
