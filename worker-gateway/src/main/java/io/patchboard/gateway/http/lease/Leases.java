package io.patchboard.gateway.http.lease;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.gateway.source.InvocationDecoder;
import io.patchboard.gateway.thread.Alarm;
import io.patchboard.gateway.worker.Invocation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** All polled queues of this process. Safe for use by several threads; none waits. */
public final class Leases implements AutoCloseable {

    public static final int MOST_QUEUES = 100;

    /**
     * Longer than a worker takes from one poll to the next; short, as others who poll elsewhere wait for its
     * partitions.
     */
    public static final Duration IDLE = Duration.ofSeconds(12);

    private static final int MOST_REMEMBERED = 10_000;
    private static final int PART_OF_HEAP = 16;

    private final SourceFactory sources;
    private final Predicate<String> exists;
    private final RecordDecoder decoder;
    private final Clock clock;
    private final PolledQueue.Shared shared;
    private final Map<String, PolledQueue> queues = new ConcurrentHashMap<>();
    private final Map<String, Assignment> answered = Collections.synchronizedMap(new Recent());

    /** Of what is held no more without an answer: that is still taken, and what comes back is lent again. */
    private final Map<String, Assignment> asked = Collections.synchronizedMap(new Recent());

    private boolean closed;

    /**
     * @param exists whether there is a queue of that name yet; may take its time
     * @param idle a queue for which nobody waits, and of which nothing is lent, for so long is closed
     */
    public Leases(SourceFactory sources, Predicate<String> exists, RecordDecoder decoder, Clock clock, Duration idle) {
        this.sources = sources;
        this.exists = exists;
        this.decoder = decoder;
        this.clock = clock;
        this.shared = new PolledQueue.Shared(
                new AtomicLong(), Runtime.getRuntime().maxMemory() / PART_OF_HEAP, idle, answered::containsKey);
    }

    /**
     * @return at least one lease, or none if there was nothing to lend within the wait; empty if too many queues are
     *     polled, or too many poll this one, or this is closed
     */
    public synchronized Optional<CompletableFuture<List<Lease>>> poll(String queue, PollRequest request) {
        if (closed || !queues.containsKey(queue) && queues.size() >= MOST_QUEUES) {
            return Optional.empty();
        }
        PolledQueue polled = queues.computeIfAbsent(queue, this::open);
        polled.polled();
        Poller poller = Poller.of(request);
        return polled.room().enter(poller) ? Optional.of(poller.leases()) : Optional.empty();
    }

    private PolledQueue open(String queue) {
        WaitingRoom room = new WaitingRoom(clock, Thread::startVirtualThread, shared.bytes(), asked::put, Alarm::in);
        return new PolledQueue(queue, room, sources, exists, InvocationDecoder.of(decoder), shared, this::ended)
                .started();
    }

    /** One who came at the last moment waits in a room that is closed, and is sent away to poll again. */
    private synchronized void ended(PolledQueue queue) {
        queue.room().close();
        queues.remove(queue.name(), queue);
    }

    /** Who was asked, if this process holds the invocation, or has lent it. */
    public Optional<Assignment> assignment(String invocationId) {
        return queues.values().stream()
                .flatMap(queue -> queue.room().assignment(invocationId).stream())
                .findAny()
                .or(() -> Optional.ofNullable(answered.get(invocationId)))
                .or(() -> Optional.ofNullable(asked.get(invocationId)));
    }

    /** In which queue it was asked, where {@link #assignment} knows that. */
    public Optional<String> queue(String invocationId) {
        return assignment(invocationId).flatMap(Assignment::queue);
    }

    /** What this process holds under that id. */
    public Optional<Invocation> invocation(String invocationId) {
        return queues.values().stream()
                .flatMap(queue -> queue.room().invocation(invocationId).stream())
                .findAny();
    }

    /** Lends it for as long once more, from now on. Says until when; absent if it is not lent any more. */
    public Optional<Instant> renew(String invocationId) {
        return queues.values().stream()
                .flatMap(queue -> queue.room().renew(invocationId).stream())
                .findAny();
    }

    /** The answer is on record, but not decided yet: it is lent to nobody else until it is settled or renewed. */
    public void keep(String invocationId) {
        queues.values().forEach(queue -> queue.room().keep(invocationId));
    }

    /** The answer has ended it: nobody else need be asked. */
    public void settle(String invocationId) {
        assignment(invocationId).ifPresent(assignment -> answered.put(invocationId, assignment));
        queues.values().forEach(queue -> queue.room().settle(invocationId));
    }

    /** Gives everything back and leaves the group. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        List<PolledQueue> all = List.copyOf(queues.values());
        all.forEach(PolledQueue::beginToClose);
        all.forEach(PolledQueue::awaitClosed);
    }

    private static final class Recent extends LinkedHashMap<String, Assignment> {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Assignment> eldest) {
            return size() > MOST_REMEMBERED;
        }
    }
}
