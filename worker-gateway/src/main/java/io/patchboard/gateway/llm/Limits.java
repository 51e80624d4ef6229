package io.patchboard.gateway.llm;

import io.patchboard.gateway.limit.FleetLimit;
import java.time.Duration;
import java.util.Optional;

/**
 * What a model is spared, and how much patience it gets. Shared by all workers that use it.
 *
 * @param concurrency requests at once, at most; 4 by default
 * @param requestsPerMinute evenly spread; no limit where absent
 * @param timeout for one request, answer included; 60 s by default
 * @param retries after a failure that may pass, beside the first request; 3 by default
 * @param backoff before the first retry, doubled for each further one; 500 ms by default
 * @param fleet what holds for all gateways together beside that
 */
public record Limits(
        int concurrency,
        Optional<Integer> requestsPerMinute,
        Duration timeout,
        int retries,
        Duration backoff,
        Optional<FleetLimit> fleet) {

    public static final Limits DEFAULT =
            new Limits(4, Optional.empty(), Duration.ofSeconds(60), 3, Duration.ofMillis(500));

    /** Those of one gateway alone. */
    public Limits(
            int concurrency, Optional<Integer> requestsPerMinute, Duration timeout, int retries, Duration backoff) {
        this(concurrency, requestsPerMinute, timeout, retries, backoff, Optional.empty());
    }
}
