package io.patchboard.gateway.blob;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks into a store that may be slow or away, such as a bucket or a directory of another machine. Nobody waits longer
 * than a second for it, and when it has kept somebody waiting so long, nobody waits at all for the next ten. It is
 * asked by threads of the system, few of them: a virtual one that hangs in a look at a file keeps others from running.
 */
public final class BlobLooks {

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final int THREADS = 4;
    private static final int WAITING = 256;
    private static final long IDLE_SECONDS = 30;

    private final BlobStore store;
    private final ThreadPoolExecutor threads;
    private volatile long askedAgain = System.nanoTime();

    public BlobLooks(BlobStore store) {
        this.store = store;
        this.threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                Thread.ofPlatform().daemon().name("patchboard-blob-look-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** Those that the store does not have; absent while it does not say. */
    public Optional<List<String>> missing(Collection<String> hashes) {
        return hashes.isEmpty() ? Optional.of(List.of()) : ask(() -> store.missing(hashes));
    }

    /** How many bytes a blob has, empty if it is not there; absent while the store does not say. */
    public Optional<OptionalLong> size(String sha256) {
        return ask(() -> store.size(sha256));
    }

    private <T> Optional<T> ask(Callable<T> question) {
        if (System.nanoTime() - askedAgain < 0) {
            return Optional.empty();
        }
        FutureTask<T> look = new FutureTask<>(question);
        try {
            threads.execute(look);
            return Optional.of(look.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException | RejectedExecutionException e) {
            askedAgain = System.nanoTime() + PAUSE.toNanos();
            threads.remove(look);
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException) {
                askedAgain = System.nanoTime() + PAUSE.toNanos();
                return Optional.empty();
            }
            throw new IllegalStateException("Expected to look for a blob, but: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
