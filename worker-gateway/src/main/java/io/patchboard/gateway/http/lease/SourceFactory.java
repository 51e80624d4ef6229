package io.patchboard.gateway.http.lease;

import io.patchboard.gateway.source.InvocationSource;

/**
 * Opens the source of one queue, in a group of its own that all servers share. Runs on the queue's thread, and may take
 * its time.
 */
@FunctionalInterface
public interface SourceFactory {

    /** @throws RuntimeException if that fails now; it is tried again */
    InvocationSource open(String queue);
}
