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

    /** @return whether a place was free in time; whoever has one gives it back */
    boolean enter(Deadline deadline) throws InterruptedException {
        return places.tryAcquire(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
    }

    void leave() {
        places.release();
    }

    /** @return whether its turn came in time; a turn for which the gate was closed meanwhile is none */
    boolean awaitTurn(Deadline deadline) throws InterruptedException {
        OptionalLong turn = turn(deadline);
        while (turn.isPresent()) {
            TimeUnit.NANOSECONDS.sleep(Math.max(0, turn.getAsLong() - System.nanoTime()));
            if (!isClosedAt(turn.getAsLong())) {
                return true;
            }
            turn = turn(deadline);
        }
        return false;
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

    private synchronized OptionalLong turn(Deadline deadline) {
        long now = System.nanoTime();
        long earliest = closedUntil - now > 0 ? closedUntil : now;
        long turn = interval.isPresent() && nextTurn - earliest > 0 ? nextTurn : earliest;
        if (Duration.ofNanos(turn - now).compareTo(deadline.left()) >= 0) {
            return OptionalLong.empty();
        }
        interval.ifPresent(apart -> nextTurn = turn + apart.toNanos());
        return OptionalLong.of(turn);
    }
}
