package io.patchboard.client.model;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Writes batches on a thread of its own, one after the other, so that the next one can be read meanwhile. */
final class BatchWriter implements AutoCloseable {

    private final ExecutorService thread;
    private CompletableFuture<Void> latest = CompletableFuture.completedFuture(null);

    BatchWriter(String name) {
        this.thread = Executors.newSingleThreadExecutor(task -> new Thread(task, name));
    }

    /** Begins to write a batch, once the one before is written. */
    void write(Runnable batch) {
        await();
        latest = CompletableFuture.runAsync(batch, thread);
    }

    /** Waits until all is written; throws what the latest batch threw. */
    void await() {
        try {
            latest.join();
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
