package io.patchboard.kernel.blueprint;

import java.time.Duration;
import java.util.Optional;

/**
 * What a board may use up.
 *
 * @param invocations retries included
 * @param tokens input and output together, as reported; absent for no bound
 * @param duration since creation, without pauses; absent for no bound
 */
public record Budgets(long invocations, Optional<Long> tokens, Optional<Duration> duration) {

    /** Enough for honest work, and an end for a board that runs in circles. */
    static final long DEFAULT_INVOCATIONS = 1_000;
}
