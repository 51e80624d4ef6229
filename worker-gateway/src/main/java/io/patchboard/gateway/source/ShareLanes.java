package io.patchboard.gateway.source;

import io.patchboard.gateway.thread.DaemonThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lanes of one source: few while none is busy, for one lane can fetch from many partitions, else as many as it
 * takes for every partition to have one that can fetch.
 *
 * <p>The broker spreads the members of a share group evenly: with m members and p partitions each partition belongs to
 * m / p of them, rounded up, and it does not know which of them are busy. So where h lanes are busy with records of one
 * partition, p (h + 1) + 1 lanes leave it two that are free: one to fetch, and one for the time that it takes another
 * to join when that one is busy too. The members of a group are counted, and other gateways need some, so lanes that
 * are not needed any more leave after a while.
 *
 * <p>What breaks it: no more than {@link #MOST} lanes are opened, because each costs two threads, some connections and
 * one of the members that the broker allows ({@code group.share.max.size}, 200 by default, for all gateways of the
 * group). Beyond that, or where the group is full, slow invocations that came one at a time hold up what comes after
 * them on their partition.
 */
final class ShareLanes {

    static final int MOST = 64;

    /** While none is busy: two for every partition would be members that other gateways may need. */
    static final int FEW = 3;

    private static final Logger LOG = LoggerFactory.getLogger(ShareLanes.class);
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(8);
    private static final Duration TIME_TO_FALL_SILENT = Duration.ofSeconds(3);

    /** So long there must be more lanes than wanted before they go: opening another costs more than keeping it. */
    private static final Duration SURPLUS = Duration.ofSeconds(30);

    /** They go one by one. */
    private static final Duration BETWEEN_LEAVINGS = Duration.ofSeconds(1);

    private final String group;
    private final Supplier<ShareConsumer<byte[], byte[]>> opener;
    private final Supplier<TopicWatch.Found> topics;
    private final Openings openings = new Openings();
    private final FetchCredits credits;
    private final BlockingQueue<ShareDelivery> ready = new LinkedBlockingQueue<>();
    private final Map<ShareLane, Thread> lanes = new HashMap<>();
    private Optional<Long> surplusSince = Optional.empty();
    private int opened;
    private int mayFetch;
    private Optional<RuntimeException> failure = Optional.empty();
    private long quietBy;
    private volatile boolean draining;
    private volatile boolean closed;

    /** @param batch records that a poll of the consumer brings, at most */
    ShareLanes(
            String group,
            int batch,
            Supplier<ShareConsumer<byte[], byte[]>> opener,
            Supplier<TopicWatch.Found> topics) {
        this.group = group;
        this.opener = opener;
        this.topics = topics;
        this.credits = new FetchCredits(batch, ready::size, System::nanoTime);
    }

    /** What was fetched and is to be worked on; waits a little for it. */
    List<Delivery> take(Duration timeout, int max) throws InterruptedException {
        credits.set(max);
        List<ShareDelivery> taken = new ArrayList<>();
        ShareDelivery first = ready.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
        if (first != null) {
            taken.add(first);
            ready.drainTo(taken, max - 1);
            taken.removeIf(ShareDelivery::isLost);
        }
        credits.set(max - taken.size());
        return List.copyOf(taken);
    }

    FetchCredits credits() {
        return credits;
    }

    /**
     * Opens lanes that are missing, and lets one go that is not needed. Called by one thread, often.
     *
     * @throws UnusableSourceException if no lane is left, because the gateway may not read the topics or the group
     */
    void tend() {
        lanes.keySet().removeIf(ShareLane::hasEnded);
        lanes.keySet().forEach(ShareLane::tend);
        long now = System.nanoTime();
        if (lanes.isEmpty()) {
            refuseWithoutRights();
        }
        if (topics.get().names().isEmpty()) {
            return;
        }
        lanes.keySet().stream()
                .filter(lane ->
                        lane.isInStorm() && !lane.isLeaving() && lane.busyWith().isEmpty())
                .findAny()
                .ifPresent(lane -> {
                    LOG.debug("A member of {} sends heartbeats without end, and is replaced.", group);
                    lane.leave();
                });
        int wanted = wanted();
        long staying = lanes.keySet().stream().filter(lane -> !lane.isLeaving()).count();
        int more = openings.allowed((int) (wanted - staying), now);
        if (more > 0) {
            tellFailure(wanted);
        }
        for (int i = 0; i < more; i++) {
            open();
        }
        if (staying <= wanted) {
            surplusSince = Optional.empty();
        } else if (surplusSince.isEmpty()) {
            surplusSince = Optional.of(now);
        } else if (now - surplusSince.get() >= SURPLUS.toNanos()) {
            lanes.keySet().stream()
                    .filter(lane -> !lane.isLeaving() && lane.busyWith().isEmpty())
                    .findAny()
                    .ifPresent(ShareLane::leave);
            surplusSince = Optional.of(now - SURPLUS.toNanos() + BETWEEN_LEAVINGS.toNanos());
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
        long all = topics.get().partitions() * (busiest + 1) + 1;
        return (int) Math.min(busiest == 0 ? FEW : MOST, all);
    }

    private void open() {
        opened++;
        ShareLane lane = new ShareLane(this, opener);
        Thread thread = DaemonThreads.named("patchboard-share-" + opened, lane);
        lanes.put(lane, thread);
        synchronized (this) {
            mayFetch++;
        }
        thread.start();
    }

    /** Lanes that hold nothing leave; then the others give back what is released. */
    synchronized void drain() {
        quietBy = System.nanoTime() + TIME_TO_FALL_SILENT.toNanos();
        draining = true;
        lanes.keySet().forEach(ShareLane::lookAround);
        credits.set(0);
        for (ShareDelivery next = ready.poll(); next != null; next = ready.poll()) {
            next.release();
        }
    }

    /** Ends when every lane has given back what it held, and left. */
    void close() {
        closed = true;
        lanes.keySet().forEach(ShareLane::lookAround);
        credits.set(0);
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

    boolean isDraining() {
        return draining;
    }

    /** Whether lanes may fetch at all. */
    boolean isTaking() {
        return !closed && !draining;
    }

    Set<String> topics() {
        return topics.get().names();
    }

    synchronized void ready(List<ShareDelivery> deliveries) {
        if (draining) {
            deliveries.forEach(ShareDelivery::release);
        } else {
            ready.addAll(deliveries);
        }
    }

    synchronized void laneIsQuiet() {
        mayFetch--;
        notifyAll();
    }

    /** Whether no lane fetches any more since this drains; one that does not end in time is not waited for. */
    synchronized boolean isQuiet() {
        return mayFetch == 0 || System.nanoTime() - quietBy >= 0;
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

    synchronized void laneFailed(RuntimeException why) {
        openings.failed(System.nanoTime());
        failure = Optional.of(why);
        LOG.debug("A member of the share group {} failed; what it held comes again.", group, why);
    }

    /** Told before the next attempt, when it has shown how many others go on. */
    private synchronized void tellFailure(int wanted) {
        failure.ifPresent(why -> LOG.warn(
                "Expected {} members of this gateway in the share group {}, but there are {}. {} Trying again, one at a time."
                        + " The reason: {}{}",
                wanted,
                group,
                lanes.size(),
                lanes.isEmpty()
                        ? "It takes nothing until one can join."
                        : "They go on; a slow invocation may hold up others meanwhile.",
                why.toString(),
                why instanceof GroupMaxSizeReachedException
                        ? " (group.share.max.size of the broker bounds the members of all gateways)"
                        : ""));
        failure = Optional.empty();
    }

    private synchronized void refuseWithoutRights() {
        if (failure.isPresent() && failure.get() instanceof AuthorizationException refused) {
            throw new UnusableSourceException(
                    "Expected to take invocations with the share group " + group + ", but: " + refused.getMessage()
                            + " It takes READ on GROUP " + group + ", and READ and DESCRIBE on the topics "
                            + new TreeSet<>(topics()) + ".",
                    refused);
        }
    }
}
