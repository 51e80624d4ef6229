package io.patchboard.kernel.stream;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The heap that live boards may take in this process, in equal shares for its tasks: boards are spread over partitions
 * by hash. A task that comes makes the others' shares smaller; they give up what is too much within one
 * {@link KernelProcessor#TIMER_RESOLUTION}. Safe for use by several threads.
 */
public final class CacheBudget {

    private final long bytes;
    private final AtomicInteger tasks = new AtomicInteger();

    /** @param bytes of heap, as {@link io.patchboard.kernel.state.BoardSize#heap} estimates it */
    public CacheBudget(long bytes) {
        this.bytes = bytes;
    }

    void join() {
        tasks.incrementAndGet();
    }

    void leave() {
        tasks.decrementAndGet();
    }

    long share() {
        return bytes / Math.max(1, tasks.get());
    }
}
