package io.patchboard.gateway.http.lease;

import io.opentelemetry.context.Context;
import io.patchboard.gateway.source.Delivery;
import io.patchboard.gateway.source.DeliveryTrace;
import io.patchboard.gateway.thread.Alarm;
import io.patchboard.gateway.worker.Invocation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An invocation that this process holds, waiting or lent. Guarded by its queue. */
final class Held {

    private final long number;
    private final Invocation invocation;
    private final List<Delivery> deliveries = new ArrayList<>();
    private final int bytes;
    private Optional<Alarm> timer = Optional.empty();
    private Optional<Duration> term = Optional.empty();
    private boolean lent;
    private long leases;
    private long timers;

    /** @param number ascending: what came first goes first */
    Held(long number, Invocation invocation, Delivery delivery, int bytes) {
        this.number = number;
        this.invocation = invocation;
        this.bytes = bytes;
        deliveries.add(delivery);
    }

    long number() {
        return number;
    }

    Invocation invocation() {
        return invocation;
    }

    Context trace() {
        return DeliveryTrace.context(deliveries.get(0));
    }

    int bytes() {
        return bytes;
    }

    /**
     * The same invocation once more: after a rebalance, it may be this delivery whose acknowledgement counts. Those
     * that are lost are let go, with their records: while it is lent, its partition may go and come many times.
     */
    void deliveredAgain(Delivery delivery) {
        deliveries.removeIf(Delivery::isLost);
        deliveries.add(delivery);
    }

    /** Whether another server has it now, as its partition has moved. */
    boolean isLost() {
        return Delivery.areLost(deliveries);
    }

    boolean isLent() {
        return lent;
    }

    boolean wasLent() {
        return leases > 0;
    }

    /**
     * @param wanted how long; absent for until the deadline
     * @return the number of this lease, which tells it from later ones
     */
    long lend(Optional<Duration> wanted) {
        term = wanted;
        lent = true;
        leases++;
        return leases;
    }

    /** How long it was lent for. */
    Optional<Duration> term() {
        return term;
    }

    /** The lease that is running, or ran last. */
    long lease() {
        return leases;
    }

    /** The timer that ends the lease just begun. */
    void endsWith(Alarm end) {
        timer = Optional.of(end);
    }

    /** The timer that is set, or will be next. One that has gone off already, and waits for the queue, may be older. */
    long timer() {
        return timers;
    }

    void endTimer() {
        timer.ifPresent(Alarm::cancel);
        timer = Optional.empty();
        timers++;
    }

    /** @return whether that lease was still running */
    boolean end(long lease) {
        boolean running = lent && leases == lease;
        if (running) {
            lent = false;
            endTimer();
        }
        return running;
    }

    void ack() {
        deliveries.forEach(Delivery::ack);
    }

    void release() {
        deliveries.forEach(Delivery::release);
    }
}
