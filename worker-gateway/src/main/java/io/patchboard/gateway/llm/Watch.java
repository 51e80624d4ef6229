package io.patchboard.gateway.llm;

import io.patchboard.gateway.thread.DaemonThreads;
import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what is still open when its time is over, because a read that hangs does not listen to anything else. */
final class Watch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

    private final ScheduledThreadPoolExecutor timer;
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();

    Watch() {
        timer = new ScheduledThreadPoolExecutor(1, new DaemonThreads("patchboard-llm-watch"));
        timer.setRemoveOnCancelPolicy(true);
    }

    /** To be closed if the watch is, until it is forgotten. */
    void add(Closeable what) {
        open.add(what);
        if (timer.isShutdown()) {
            end(what);
        }
    }

    /** @return to be cancelled when it was closed by its owner */
    Future<?> closeAt(Deadline deadline, Closeable what) {
        add(what);
        try {
            return timer.schedule(() -> end(what), Math.max(0, deadline.left().toNanos()), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.completedFuture(null);
        }
    }

    void forget(Closeable what) {
        open.remove(what);
    }

    private void end(Closeable what) {
        try {
            what.close();
        } catch (IOException | RuntimeException e) {
            LOG.debug("Expected to close a response, but failed.", e);
        }
    }

    /** Closes all there is, now. */
    @Override
    public void close() {
        timer.shutdownNow();
        open.forEach(this::end);
    }
}
