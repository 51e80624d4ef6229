package io.patchboard.kernel.blueprint;

import io.patchboard.json.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The pauses between attempts.
 *
 * @param exponential whether the pause doubles each time, up to the cap
 * @param jitter how much of a pause may be taken off it, in millionths, so that what failed together does not come back
 *     together
 */
public record Backoff(boolean exponential, Duration base, Duration cap, int jitter) {

    static final int WHOLE = 1_000_000;

    private static final int BITS = 16;

    static final Backoff NONE = new Backoff(false, Duration.ZERO, Duration.ofSeconds(30), 0);

    /**
     * The pause after something failed for the given time, counted from 1.
     *
     * @param invocationId that failed; what the jitter takes off depends on it alone, so that replay comes to the same
     */
    public Duration after(long failures, String invocationId) {
        Duration pause = after(failures);
        if (jitter == 0) {
            return pause;
        }
        String hash = CanonicalJson.sha256(invocationId.getBytes(StandardCharsets.UTF_8));
        long draw = Long.parseLong(hash.substring(0, BITS / 4), 16);
        long most = pause.toMillis() * jitter / WHOLE;
        return pause.minusMillis(most * draw >> BITS);
    }

    private Duration after(long failures) {
        if (!exponential) {
            return base;
        }
        Duration pause = base;
        for (long i = 1; i < failures && !pause.isZero() && pause.compareTo(cap) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return shorter(pause, cap);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
