package io.patchboard.gateway.blob;

import io.patchboard.text.Durations;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads from a store that may hang. */
public final class BlobReads {

    private BlobReads() {}

    /**
     * Reads on a thread of its own, of the system: one that hangs keeps nobody else from running.
     *
     * @throws IOException what the reading throws, or that it takes longer
     */
    public static <T> T within(Duration most, Callable<T> reading) throws IOException, InterruptedException {
        FutureTask<T> read = new FutureTask<>(reading);
        Thread.ofPlatform().daemon().name("patchboard-blob-read").start(read);
        try {
            return read.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new BlobException(
                    BlobException.Kind.FAILED,
                    "their store is slow: it did not give them within " + Durations.spoken(most));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException("Expected to read blobs, but: " + e.getCause(), e.getCause());
        } finally {
            read.cancel(true);
        }
    }
}
