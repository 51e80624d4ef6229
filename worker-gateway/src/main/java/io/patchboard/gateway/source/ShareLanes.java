package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lanes of one source: as many as it takes for every partition to have one that can fetch.
 *
 * <p>The broker spreads the members of a share group evenly: with m members and p partitions each partition belongs to
 * m / p of them, rounded up, and it does not know which of them are busy. So where h lanes are busy with records of one
 * partition, p (h + 1) + 1 lanes leave it two that are free: one to fetch, and one for the time that it takes another to
 * join when that one is busy too.
 *
 * <p>What breaks it: no more than {@link #MOST} lanes are opened, because each costs two threads, some connections and one
 * of the members that the broker allows ({@code group.share.max.size}, 200 by default, for all gateways of the group).
 * Beyond that, slow invocations that came one at a time hold up what comes after them on their partition.
 */
final class ShareLanes {

    static final int MOST = 64;

    private static final Logger LOG = LoggerFactory.getLogger(ShareLanes.class);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(8);
    private static final Duration TIME_TO_FALL_SILENT = Duration.ofSeconds(3);

    /** So long there must be more lanes than wanted before one goes: opening another costs more than keeping it. */
    private static final Duration SURPLUS = Duration.ofSeconds(10);

    private final Supplier<ShareConsumer<byte[], byte[]>> opener;
    private final Supplier<TopicWatch.Found> topics;
    private final BlockingQueue<ShareDelivery> ready = new LinkedBlockingQueue<>();
    private final Map<ShareLane, Thread> lanes = new HashMap<>();
    private Optional<Long> surplusSince = Optional.empty();
    private int opened;
    private int mayFetch;
    private int demand;
    private volatile long nextOpening = System.nanoTime();
    private volatile boolean closed;

    ShareLanes(Supplier<ShareConsumer<byte[], byte[]>> opener, Supplier<TopicWatch.Found> topics) {
        this.opener = opener;
        this.topics = topics;
    }

    /** What was fetched and is to be worked on; waits a little for it. */
    List<Delivery> take(Duration timeout, int max) throws InterruptedException {
        demand(max);
        List<ShareDelivery> taken = new ArrayList<>();
        ShareDelivery first = ready.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
        if (first != null) {
            taken.add(first);
            ready.drainTo(taken, max - 1);
            taken.removeIf(ShareDelivery::isLost);
        }
        demand(max - taken.size());
        return List.copyOf(taken);
    }

    /** How many more deliveries are wanted. */
    synchronized void demand(int more) {
        demand = more;
        if (more > 0) {
            notifyAll();
        }
    }

    /** Opens lanes that are missing, and lets one go that is not needed. Called by one thread, often. */
    void tend() {
        lanes.keySet().removeIf(ShareLane::hasEnded);
        long now = System.nanoTime();
        if (now - nextOpening < 0 || topics.get().names().isEmpty()) {
            return;
        }
        int wanted = wanted();
        for (int i = lanes.size(); i < wanted; i++) {
            open();
        }
        if (lanes.size() <= wanted) {
            surplusSince = Optional.empty();
        } else if (surplusSince.isEmpty()) {
            surplusSince = Optional.of(now);
        } else if (now - surplusSince.get() >= SURPLUS.toNanos()) {
            lanes.keySet().stream()
                    .filter(lane -> lane.busyWith().isEmpty())
                    .findAny()
                    .ifPresent(ShareLane::leave);
            surplusSince = Optional.empty();
        }
    }

    private int wanted() {
        long busiest = lanes.keySet().stream()
                .map(ShareLane::busyWith)
                .flatMap(Collection::stream)
                .collect(Collectors.groupingBy(partition -> partition, Collectors.counting()))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        return (int) Math.min(MOST, topics.get().partitions() * (busiest + 1) + 1);
    }

    private void open() {
        opened++;
        ShareLane lane = new ShareLane(this, opener);
        Thread thread = new Thread(lane, "patchboard-share-" + opened);
        thread.setDaemon(true);
        lanes.put(lane, thread);
        synchronized (this) {
            mayFetch++;
        }
        thread.start();
    }

    /** Ends when every lane has given back what it held, and left. */
    void close() {
        closed = true;
        demand(0);
        long end = System.nanoTime() + TIME_TO_CLOSE.toNanos();
        try {
            for (Thread thread : lanes.values()) {
                thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isClosed() {
        return closed;
    }

    Set<String> topics() {
        return topics.get().names();
    }

    void ready(List<ShareDelivery> deliveries) {
        ready.addAll(deliveries);
    }

    /** Whether more should be fetched; waits a little until it should. */
    synchronized boolean awaitDemand(Duration limit) throws InterruptedException {
        if (demand <= ready.size() && !closed) {
            TimeUnit.NANOSECONDS.timedWait(this, limit.toNanos());
        }
        return demand > ready.size() && !closed;
    }

    synchronized void laneIsQuiet() {
        mayFetch--;
        notifyAll();
    }

    /** Waits, within bounds, until no lane fetches any more. */
    synchronized void awaitQuiet() {
        long end = System.nanoTime() + TIME_TO_FALL_SILENT.toNanos();
        try {
            for (long left = end - System.nanoTime(); mayFetch > 0 && left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void laneFailed(RuntimeException failure) {
        nextOpening = System.nanoTime() + PAUSE_AFTER_FAILURE.toNanos();
        LOG.warn(
                "Expected a member of the share group to go on, but it failed; what it held comes again, and another"
                        + " takes its place.",
                failure);
    }
}
