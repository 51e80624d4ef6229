package io.patchboard.gateway.llm;

import io.patchboard.calls.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * What all requests to one model pass: so many at once, so many in a minute, and none while the endpoint has asked to
 * be left alone.
 *
 * <p>Turns of a rate are given out in advance, one after the other, and so whoever could not use its turn in time does
 * not take one. A turn that was taken and not used is lost, which only makes the rate lower than allowed.
 */
final class Gate {

    private final Semaphore places;
    private final Optional<Duration> interval;
    private long nextTurn = System.nanoTime();
    private long closedUntil = System.nanoTime();

    Gate(Limits limits) {
        this.places = new Semaphore(limits.concurrency(), true);
        this.interval =
                limits.requestsPerMinute().map(requests -> Duration.ofMinutes(1).dividedBy(requests));
    }

    /** What whoever wants to pass has got in time. */
    enum Entry {
        ENTERED,
        NO_PLACE,
        NO_TURN
    }

    /**
     * Takes a place, which is to be given back, and waits in it for a turn. While the gate is closed, all wait outside,
     * so that nobody waits for a place that is taken only to wait; for whom it opens too late learns so at once.
     */
    Entry enter(Deadline deadline) throws InterruptedException {
        while (awaitOpen(deadline)) {
            if (!places.tryAcquire(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
                return Entry.NO_PLACE;
            }
            boolean entered = false;
            try {
                entered = awaitTurn(deadline);
            } finally {
                if (!entered) {
                    leave();
                }
            }
            if (entered) {
                return Entry.ENTERED;
            }
        }
        return Entry.NO_TURN;
    }

    void leave() {
        places.release();
    }

    private boolean awaitOpen(Deadline deadline) throws InterruptedException {
        while (untilOpen().compareTo(deadline.left()) < 0) {
            long closed = closedNanos();
            if (closed <= 0) {
                return true;
            }
            TimeUnit.NANOSECONDS.sleep(closed);
        }
        return false;
    }

    /** A turn for which the gate was closed meanwhile is none. */
    private boolean awaitTurn(Deadline deadline) throws InterruptedException {
        OptionalLong turn = turn(deadline);
        if (turn.isEmpty()) {
            return false;
        }
        TimeUnit.NANOSECONDS.sleep(Math.max(0, turn.getAsLong() - System.nanoTime()));
        return !isClosedAt(turn.getAsLong());
    }

    private synchronized long closedNanos() {
        return closedUntil - System.nanoTime();
    }

    private synchronized boolean isClosedAt(long nanoTime) {
        return closedUntil - nanoTime > 0;
    }

    /** Nobody passes until then. */
    synchronized void closeFor(Duration duration) {
        long until = System.nanoTime() + duration.toNanos();
        if (until - closedUntil > 0) {
            closedUntil = until;
        }
    }

    /** How long it takes until a turn is free. */
    synchronized Duration untilOpen() {
        long now = System.nanoTime();
        long earliest = closedUntil - now > 0 ? closedUntil : now;
        long turn = interval.isPresent() && nextTurn - earliest > 0 ? nextTurn : earliest;
        // Whole milliseconds, which is what the log's times are in.
        return Duration.ofMillis(1 + (turn - now) / 1_000_000);
    }

    /** Empty while it is closed, and if it would come too late. */
    private synchronized OptionalLong turn(Deadline deadline) {
        long now = System.nanoTime();
        long turn = interval.isPresent() && nextTurn - now > 0 ? nextTurn : now;
        if (isClosedAt(now) || Duration.ofNanos(turn - now).compareTo(deadline.left()) >= 0) {
            return OptionalLong.empty();
        }
        interval.ifPresent(apart -> nextTurn = turn + apart.toNanos());
        return OptionalLong.of(turn);
    }
}
