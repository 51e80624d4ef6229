package io.patchboard.kernel.state;

import java.util.Locale;

/** Where a board is in its life. */
public enum Phase {
    /** There is no such board (yet); its log may already hold rejections. */
    ABSENT,
    OPEN,
    PAUSED,
    /** It is about to end, and what was done is undone first. */
    COMPENSATING,
    COMPLETED,
    HALTED,
    CANCELLED;

    public boolean ended() {
        return this == COMPLETED || this == HALTED || this == CANCELLED;
    }

    /** The name as people read it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
