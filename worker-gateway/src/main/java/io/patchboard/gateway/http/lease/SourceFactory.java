package io.patchboard.gateway.http.lease;

import io.patchboard.gateway.source.InvocationSource;

/** Opens the source of one queue; all of them share one group. Runs on the queue's thread, and may take its time. */
@FunctionalInterface
public interface SourceFactory {

    /** @throws RuntimeException if that fails now; it is tried again */
    InvocationSource open(String queue);
}
