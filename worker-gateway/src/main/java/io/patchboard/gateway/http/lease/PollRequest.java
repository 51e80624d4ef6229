package io.patchboard.gateway.http.lease;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * What a poller wants.
 *
 * @param max invocations at most
 * @param patience how long to wait for the first
 * @param lease how long it may take to answer; absent for until the deadline
 * @param workers whose invocations; none for all
 * @param gone whether the poller does not wait any more
 */
public record PollRequest(
        int max, Duration patience, Optional<Duration> lease, Set<String> workers, BooleanSupplier gone) {

    public PollRequest {
        workers = Set.copyOf(workers);
    }

    boolean wants(String worker) {
        return workers.isEmpty() || workers.contains(worker);
    }
}
