package io.patchboard.standalone.mcp;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The resources that somebody watches. Of many changes between two looks one is told, so nothing piles up. */
final class Watching implements AutoCloseable {

    static final int MOST = 20;

    private final Map<String, Features.Watch> watched = new LinkedHashMap<>();
    private final Set<String> changed = new LinkedHashSet<>();
    private boolean closed;

    /** @throws RpcException if it cannot be watched, or more would be than may be at once */
    void add(String uri, Features features, Caller caller) throws RpcException, InterruptedException {
        synchronized (this) {
            if (watched.containsKey(uri)) {
                return;
            }
            if (watched.size() >= MOST) {
                throw new RpcException(
                        RpcException.INVALID_PARAMS,
                        "Expected at most " + MOST + " resources to be watched at once, but there are more."
                                + " Unsubscribe from one, or watch them over another connection.");
            }
        }
        Features.Watch watch = features.watch(uri, caller, () -> note(uri));
        Optional<Features.Watch> surplus;
        synchronized (this) {
            surplus = closed || watched.containsKey(uri) ? Optional.of(watch) : Optional.empty();
            if (surplus.isEmpty()) {
                watched.put(uri, watch);
            }
        }
        surplus.ifPresent(Features.Watch::close);
    }

    void remove(String uri) {
        Optional<Features.Watch> watch;
        synchronized (this) {
            watch = Optional.ofNullable(watched.remove(uri));
            changed.remove(uri);
        }
        watch.ifPresent(Features.Watch::close);
    }

    private synchronized void note(String uri) {
        changed.add(uri);
        notifyAll();
    }

    /** What has changed; empty if nothing has in this time, or all is over. */
    synchronized List<String> await(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        long left = most.toMillis();
        while (changed.isEmpty() && !closed && left > 0) {
            wait(left);
            left = (end - System.nanoTime()) / 1_000_000;
        }
        List<String> all = List.copyOf(changed);
        changed.clear();
        return all;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        List<Features.Watch> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(watched.values());
            watched.clear();
            notifyAll();
        }
        all.forEach(Features.Watch::close);
    }
}
