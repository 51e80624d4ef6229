package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.record.BoardHalted;

/** Former states that pinned views still show. */
final class PinnedStates {

    /** Characters. */
    private static final int MOST_PINNED = 6_000_000;

    private PinnedStates() {}

    /**
     * Former states that pinned views still show are stored with the board, which must fit into a record. They become
     * more only when the state changes.
     */
    static boolean areTooMany(Transcript log) {
        if (!log.changed()) {
            return false;
        }
        long chars = 0;
        for (Json state : log.board().present().pinned().values()) {
            chars += state.compactChars();
            if (chars > MOST_PINNED) {
                Endings.exhausted(
                        log,
                        BoardHalted.Limit.PINNED_STATES,
                        "Expected the former states that pinned invocations still show to have at most " + MOST_PINNED
                                + " characters together, but they have more. Pin smaller states, or answer sooner.");
                return true;
            }
        }
        return false;
    }
}
