package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * How many deliveries are wanted, and which lanes may fetch for them. A lane reserves room for a batch before it
 * fetches, so that one free place does not send all of them for a batch each.
 *
 * <p>A lane that began to fetch may always go on, and must: the client fetches in the background until something comes,
 * whether somebody polls or not, and what comes is locked. So a reservation cannot be given back. One without a result
 * for {@link #LENT} is lent to others, because its partitions have nothing: else the room of a small gateway would be
 * kept by lanes that wait while records of other partitions are there.
 *
 * <p>What is taken exceeds what was wanted by less than one batch for each lane whose place was lent, and one more.
 */
final class FetchCredits {

    static final Duration LENT = Duration.ofMillis(500);

    private final int batch;
    private final IntSupplier waiting;
    private final LongSupplier nanoTime;
    private final Map<Object, Long> fetching = new HashMap<>();
    private int wanted;

    /**
     * @param batch records that a fetch brings, at most
     * @param waiting records that were fetched and nobody took yet
     */
    FetchCredits(int batch, IntSupplier waiting, LongSupplier nanoTime) {
        this.batch = batch;
        this.waiting = waiting;
        this.nanoTime = nanoTime;
    }

    /** How many more deliveries are wanted. */
    synchronized void set(int more) {
        wanted = more;
        if (more > 0) {
            notifyAll();
        }
    }

    /** Whether the lane may fetch; waits a little until it may. If so, until {@link #fetched} is called. */
    synchronized boolean await(Object lane, Duration limit) throws InterruptedException {
        if (!mayFetch(lane)) {
            TimeUnit.NANOSECONDS.timedWait(this, limit.toNanos());
        }
        return mayFetch(lane);
    }

    /** The lane's fetch came back, or never will. */
    synchronized void fetched(Object lane) {
        if (fetching.remove(lane) != null) {
            notifyAll();
        }
    }

    private boolean mayFetch(Object lane) {
        if (fetching.containsKey(lane)) {
            return true;
        }
        long now = nanoTime.getAsLong();
        long reserved = fetching.values().stream()
                .filter(since -> now - since < LENT.toNanos())
                .count();
        long room = wanted - waiting.getAsInt() - reserved * batch;
        if (reserved == 0 ? room <= 0 : room < batch) {
            return false;
        }
        fetching.put(lane, now);
        return true;
    }
}
