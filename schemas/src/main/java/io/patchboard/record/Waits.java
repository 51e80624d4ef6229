package io.patchboard.record;

import java.time.Duration;

/** How long is waited in places that know nothing of each other, and yet have to fit. */
public final class Waits {

    /**
     * What comes before its board waits for it, at least so long. Shorter than {@link #FOR_OUTCOME}, so that whoever
     * asks over HTTP for a board that does not come is told so.
     */
    public static final Duration FOR_BOARD = Duration.ofSeconds(8);

    /** An HTTP request waits for its outcome, if it does not say for how long. */
    public static final Duration FOR_OUTCOME = Duration.ofSeconds(10);

    private Waits() {}
}
