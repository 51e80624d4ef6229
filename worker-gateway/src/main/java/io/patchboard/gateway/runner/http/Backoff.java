package io.patchboard.gateway.runner.http;

import io.patchboard.gateway.config.HttpRetry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The pause before the next attempt: doubled each time, and shortened by chance, so that many do not come back at once.
 */
final class Backoff {

    private static final int MOST_DOUBLINGS = 20;

    private final HttpRetry retry;

    Backoff(HttpRetry retry) {
        this.retry = retry;
    }

    /**
     * Between half of the pause and all of it, and no less than was asked for.
     *
     * @param attempt that failed, from 1
     */
    Duration after(int attempt, Optional<Duration> askedFor) {
        Duration doubled = retry.base().multipliedBy(1L << Math.min(attempt - 1, MOST_DOUBLINGS));
        Duration most = doubled.compareTo(retry.cap()) < 0 ? doubled : retry.cap();
        long half = most.toNanos() / 2;
        Duration chosen = Duration.ofNanos(half + ThreadLocalRandom.current().nextLong(half + 1));
        return askedFor.filter(asked -> asked.compareTo(chosen) > 0).orElse(chosen);
    }
}
