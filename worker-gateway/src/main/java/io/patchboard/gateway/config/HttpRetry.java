package io.patchboard.gateway.config;

import java.time.Duration;

/**
 * How often a request is sent again.
 *
 * @param attempts the first included, at least 1
 * @param base the pause before the second attempt; it doubles with each further one
 * @param cap the longest pause that is not asked for by the worker itself
 */
public record HttpRetry(int attempts, Duration base, Duration cap) {

    public static final HttpRetry DEFAULT = new HttpRetry(4, Duration.ofMillis(500), Duration.ofSeconds(10));
}
