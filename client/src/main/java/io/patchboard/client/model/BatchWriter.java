package io.patchboard.client.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Writes batches on a thread of its own, one after the other, so that the next ones can be read meanwhile. Once one has
 * failed, none is written any more.
 */
final class BatchWriter implements AutoCloseable {

    /** One is written while another waits, so that neither who reads nor who writes waits for each single batch. */
    private static final int MOST = 2;

    private final ExecutorService thread;
    private final Deque<CompletableFuture<Void>> begun = new ArrayDeque<>();
    private CompletableFuture<Void> latest = CompletableFuture.completedFuture(null);

    BatchWriter(String name) {
        this.thread = Executors.newSingleThreadExecutor(task -> new Thread(task, name));
    }

    /** Has a batch written after those before it; waits while too many are. Throws what one of them threw. */
    void write(Runnable batch) {
        while (begun.size() >= MOST) {
            await(begun.removeFirst());
        }
        latest = latest.thenRunAsync(batch, thread);
        begun.addLast(latest);
    }

    /** Waits until all is written; throws what a batch threw. */
    void await() {
        await(latest);
        begun.clear();
    }

    private static void await(CompletableFuture<Void> batch) {
        try {
            batch.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }

    /** Ends when what was begun is written, or has failed. */
    @Override
    public void close() {
        latest.exceptionally(failed -> null).join();
        thread.shutdown();
    }
}
