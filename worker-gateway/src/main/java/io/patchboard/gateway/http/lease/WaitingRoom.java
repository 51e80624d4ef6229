package io.patchboard.gateway.http.lease;

import io.patchboard.gateway.source.Delivery;
import io.patchboard.gateway.thread.Alarm;
import io.patchboard.gateway.worker.Invocation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** Invocations of one queue and those who wait for them, brought together. Safe for use by several threads. */
final class WaitingRoom {

    static final int MOST_WAITING = 1_000;
    static final int READ_AHEAD = 10;
    static final int MOST_POLLERS = 2_000;

    /** Of a full room, the part that goes back so that others can come in. */
    private static final int PART_TO_RELEASE = 4;

    /** A blueprint may set a deadline that no timer can count to. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private final Clock clock;
    private final Executor executor;
    private final AtomicLong bytesInAll;
    private final BiConsumer<String, Assignment> wereAsked;
    private final BiFunction<Duration, Runnable, Alarm> alarms;
    private final Map<String, Held> held = new LinkedHashMap<>();
    private final FreeByWorker free = new FreeByWorker();
    private final List<Poller> pollers = new ArrayList<>();
    private long arrivals;

    /**
     * @param executor on which pollers learn of their leases
     * @param bytesInAll what the invocations of all rooms take
     * @param wereAsked learns who was at work, by invocation, when it is held no more without an answer
     * @param alarms set what is done later
     */
    WaitingRoom(
            Clock clock,
            Executor executor,
            AtomicLong bytesInAll,
            BiConsumer<String, Assignment> wereAsked,
            BiFunction<Duration, Runnable, Alarm> alarms) {
        this.clock = clock;
        this.executor = executor;
        this.bytesInAll = bytesInAll;
        this.wereAsked = wereAsked;
        this.alarms = alarms;
    }

    /** @return false if too many wait already */
    synchronized boolean enter(Poller poller) {
        List<Lease> now = poller.waits() ? lend(poller) : List.of();
        if (!now.isEmpty() || poller.request().patience().isZero()) {
            deliver(poller, now);
            return true;
        }
        pollers.removeIf(other -> pollers.size() >= MOST_POLLERS && !other.waits());
        if (pollers.size() >= MOST_POLLERS) {
            return false;
        }
        pollers.add(poller);
        Alarm end = alarms.apply(poller.request().patience(), () -> leave(poller));
        poller.leases().whenComplete((leases, failure) -> end.cancel());
        return true;
    }

    private synchronized void leave(Poller poller) {
        if (pollers.remove(poller)) {
            deliver(poller, List.of());
        }
    }

    synchronized void accept(Invocation invocation, Delivery delivery) {
        if (isOver(invocation)) {
            delivery.ack();
            return;
        }
        Held known = held.get(invocation.invocationId());
        if (known != null) {
            known.deliveredAgain(delivery);
            return;
        }
        Held fresh = new Held(++arrivals, invocation, delivery, delivery.value().length);
        held.put(invocation.invocationId(), fresh);
        bytesInAll.addAndGet(fresh.bytes());
        free.add(fresh);
    }

    /** Gives what waits to those who wait. */
    synchronized void serve() {
        serve(free::hasFor);
    }

    /** @param finds whether there is something for it; whether a poller has gone is asked of the network */
    private void serve(Predicate<PollRequest> finds) {
        Iterator<Poller> next = pollers.iterator();
        while (free.size() > 0 && next.hasNext()) {
            Poller poller = next.next();
            if (!finds.test(poller.request())) {
                continue;
            }
            if (!poller.waits()) {
                next.remove();
                deliver(poller, List.of());
                continue;
            }
            List<Lease> leases = lend(poller);
            if (!leases.isEmpty()) {
                next.remove();
                deliver(poller, leases);
            }
        }
    }

    /**
     * Drops what is past its deadline, and makes room where somebody asks for what did not find any. A pause of the
     * board moves its deadlines without a word to those who were asked, so their answers are still the kernel's to
     * judge.
     */
    synchronized void tidy() {
        for (Held one : List.copyOf(held.values())) {
            if (isOver(one.invocation())) {
                drop(one);
            }
        }
        if (free.size() >= MOST_WAITING && !pollers.isEmpty()) {
            held.values().stream()
                    .filter(one -> !one.isLent())
                    .limit(MOST_WAITING / PART_TO_RELEASE)
                    .toList()
                    .forEach(this::release);
        }
    }

    private void drop(Held one) {
        tellWhoWasAsked(one);
        forget(one);
        one.ack();
    }

    private void tellWhoWasAsked(Held one) {
        if (one.wasLent()) {
            wereAsked.accept(one.invocation().invocationId(), Assignment.of(one.invocation()));
        }
    }

    /** Nobody waits and nothing is lent. */
    synchronized boolean isIdle() {
        return pollers.isEmpty() && held.size() == free.size();
    }

    /**
     * How many more may come in: as many as those who wait want, whatever waits here for others, and a few for who
     * polls next. Where nobody waits, only those few: more would be kept from servers where somebody does.
     */
    synchronized int space() {
        if (pollers.isEmpty()) {
            return Math.max(0, READ_AHEAD - free.size());
        }
        int wanted = pollers.stream().mapToInt(poller -> poller.request().max()).sum();
        return Math.max(0, Math.min(MOST_WAITING - free.size(), wanted + READ_AHEAD));
    }

    synchronized boolean isEmpty() {
        return held.isEmpty();
    }

    synchronized Optional<Assignment> assignment(String invocationId) {
        return Optional.ofNullable(held.get(invocationId)).map(one -> Assignment.of(one.invocation()));
    }

    /** Its answer is on record: it is lent to nobody else until that is decided, when it is settled or renewed. */
    synchronized void keep(String invocationId) {
        Optional.ofNullable(held.get(invocationId)).ifPresent(one -> {
            if (!one.isLent()) {
                free.remove(one);
                one.lend(Optional.of(Duration.ZERO));
            }
            one.endTimer();
        });
    }

    /** Its answer has ended it. */
    synchronized void settle(String invocationId) {
        Optional.ofNullable(held.get(invocationId)).ifPresent(one -> {
            forget(one);
            one.ack();
        });
    }

    /** Sends all pollers away and gives everything back. */
    synchronized void close() {
        pollers.forEach(poller -> deliver(poller, List.of()));
        pollers.clear();
        List.copyOf(held.values()).forEach(this::release);
    }

    private List<Lease> lend(Poller poller) {
        PollRequest request = poller.request();
        List<Lease> leases = new ArrayList<>();
        Optional<Held> next = free.oldest(request);
        while (next.isPresent() && leases.size() < request.max()) {
            if (isOver(next.get().invocation())) {
                drop(next.get());
            } else if (next.get().isLost()) {
                release(next.get());
            } else {
                leases.add(lend(next.get(), request.lease()));
            }
            next = free.oldest(request);
        }
        return leases;
    }

    private Lease lend(Held one, Optional<Duration> wanted) {
        free.remove(one);
        long number = one.lend(wanted);
        return new Lease(one.invocation(), begin(one), () -> end(one, number), () -> renew(one, number), one.trace());
    }

    private Instant begin(Held one) {
        Instant deadline = one.invocation().deadline();
        Instant now = clock.instant();
        Instant until = one.term().map(now::plus).filter(deadline::isAfter).orElse(deadline);
        Duration left = Duration.between(now, until);
        long timer = one.timer();
        one.endsWith(alarms.apply(left.compareTo(LONGEST) < 0 ? left : LONGEST, () -> timeIsUp(one, timer)));
        return until;
    }

    /** Lends what is lent for as long once more, from now on. Says until when; absent if it is not lent any more. */
    synchronized Optional<Instant> renew(String invocationId) {
        return Optional.ofNullable(held.get(invocationId)).flatMap(one -> renew(one, one.lease()));
    }

    private synchronized Optional<Instant> renew(Held one, long lease) {
        boolean running = held.get(one.invocation().invocationId()) == one && one.isLent() && one.lease() == lease;
        if (!running || isOver(one.invocation())) {
            return Optional.empty();
        }
        one.endTimer();
        return Optional.of(begin(one));
    }

    /** What is held, lent or not. */
    synchronized Optional<Invocation> invocation(String invocationId) {
        return Optional.ofNullable(held.get(invocationId)).map(Held::invocation);
    }

    /** While the alarm waited for this room, the lease may have been renewed, or its answer may be kept. */
    private synchronized void timeIsUp(Held one, long timer) {
        if (one.timer() == timer) {
            end(one, one.lease());
        }
    }

    private synchronized void end(Held one, long lease) {
        if (one.end(lease) && held.get(one.invocation().invocationId()) == one) {
            free.add(one);
            String worker = one.invocation().worker();
            serve(request -> free.hasOf(worker) && request.wants(worker));
        }
    }

    private void release(Held one) {
        tellWhoWasAsked(one);
        forget(one);
        one.release();
    }

    private void forget(Held one) {
        held.remove(one.invocation().invocationId());
        one.endTimer();
        bytesInAll.addAndGet(-one.bytes());
        if (!one.isLent()) {
            free.remove(one);
        }
    }

    private boolean isOver(Invocation invocation) {
        return !clock.instant().isBefore(invocation.deadline());
    }

    private void deliver(Poller poller, List<Lease> leases) {
        executor.execute(() -> poller.leases().complete(leases));
    }
}
