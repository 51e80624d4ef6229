package io.patchboard.client.log;

import java.time.Duration;
import java.util.Optional;

/**
 * How to follow a log.
 *
 * @param fromBeginning whether to tell the entries that are there already; they are read either way, since only they
 *     tell which entry is the next
 * @param timeout absent to follow until told to stop
 */
public record Follow(boolean fromBeginning, Optional<Duration> timeout) {

    public static final Follow FROM_BEGINNING = new Follow(true, Optional.empty());

    public static final Follow FROM_NOW = new Follow(false, Optional.empty());

    public Follow within(Duration longest) {
        return new Follow(fromBeginning, Optional.of(longest));
    }

    /** Why following ended. */
    public enum End {
        /** The listener had enough. */
        STOPPED,
        TIMED_OUT,
        /** The thread was interrupted; its flag is set. */
        INTERRUPTED
    }
}
