package io.patchboard.kernel.blueprint;

import io.patchboard.json.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * How long an answer may take, and how often it is asked for again.
 *
 * @param maxAttempts invocations for one trigger, the first included
 * @param exponential whether the pause doubles with each attempt
 * @param jitter how much of a pause may be taken off it, in millionths, so that what failed together does not come back
 *     together
 * @param onExhausted what comes when the attempts are spent
 */
public record Policy(
        Duration timeout,
        int maxAttempts,
        boolean exponential,
        Duration base,
        Duration cap,
        int jitter,
        OnExhausted onExhausted) {

    static final int WHOLE = 1_000_000;

    private static final int BITS = 16;

    static final Policy DEFAULT = new Policy(
            Duration.ofMinutes(5), 3, false, Duration.ZERO, Duration.ofSeconds(30), 0, new OnExhausted.Stop());

    /**
     * The pause after the given attempt failed; attempts count from 1.
     *
     * @param invocationId of that attempt; what the jitter takes off depends on it alone, so that replay comes to the
     *     same
     */
    public Duration backoffAfter(int attempt, String invocationId) {
        Duration pause = backoffAfter(attempt);
        if (jitter == 0) {
            return pause;
        }
        String hash = CanonicalJson.sha256(invocationId.getBytes(StandardCharsets.UTF_8));
        long draw = Long.parseLong(hash.substring(0, BITS / 4), 16);
        long most = pause.toMillis() * jitter / WHOLE;
        return pause.minusMillis(most * draw >> BITS);
    }

    private Duration backoffAfter(int attempt) {
        if (!exponential) {
            return shorter(base, cap);
        }
        Duration pause = base;
        for (int i = 1; i < attempt && pause.compareTo(cap) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return shorter(pause, cap);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
