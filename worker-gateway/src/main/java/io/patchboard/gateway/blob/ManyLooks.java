package io.patchboard.gateway.blob;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Looks for several blobs at once in a store that is far away, so that the time on the way counts once for all of them.
 * By threads of the system, as the client may keep hold of what a virtual one runs on.
 */
final class ManyLooks {

    private static final int THREADS = 16;
    private static final long IDLE_SECONDS = 30;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("patchboard-blob-asked-", 0).factory());

    ManyLooks() {
        threads.allowCoreThreadTimeOut(true);
    }

    /** Looks for one. */
    @FunctionalInterface
    interface Look {
        boolean isThere(String sha256) throws IOException;
    }

    /** As {@link BlobStore#missing}. */
    List<String> missing(Collection<String> hashes, Look look) throws IOException {
        List<String> asked = List.copyOf(hashes);
        List<Callable<Boolean>> looks = new ArrayList<>();
        asked.forEach(sha256 -> looks.add(() -> look.isThere(sha256)));
        List<String> missing = new ArrayList<>();
        try {
            List<Future<Boolean>> found = threads.invokeAll(looks);
            for (int i = 0; i < asked.size(); i++) {
                if (!found.get(i).get()) {
                    missing.add(asked.get(i));
                }
            }
            return missing;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException("Expected to look for blobs, but: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BlobException.failed(new InterruptedIOException("it was to end"));
        }
    }
}
