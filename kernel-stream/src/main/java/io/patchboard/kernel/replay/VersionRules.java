package io.patchboard.kernel.replay;

import io.patchboard.kernel.state.Board;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.LogEntry;
import io.patchboard.record.StateHash;
import java.util.Arrays;

/** A board that is restored to a version has the state of that version again. */
final class VersionRules {

    private static final int FIRST = 64;

    private final Differences differences;

    /** The beginning of each version's digest, which is enough to tell it apart; there may be millions of versions. */
    private long[] states = new long[FIRST];

    private long latest;

    VersionRules(Differences differences) {
        this.differences = differences;
    }

    /** The state that the board has by now is that of its version. */
    void keep(Board board) {
        if (board.version() != latest + 1) {
            return; // the same, or one that an entry has forged
        }
        latest++;
        if (latest == states.length) {
            states = Arrays.copyOf(states, 2 * states.length);
        }
        states[(int) latest] = board.state().digest().first();
    }

    void verify(Board before, BoardRestored restored, LogEntry entry) {
        long version = restored.restoredVersion();
        if (version < 1 || version > before.version()) {
            differences.add(
                    entry, "restoredVersion", "a version from 1 to " + before.version(), Long.toString(version));
        } else if (version <= latest && restored.stateHash().scheme() == StateHash.MERKLE) {
            String expected = String.format("%016x", states[(int) version]);
            String found = restored.stateHash().hex();
            if (!found.startsWith(expected)) {
                differences.add(
                        entry,
                        "restoredVersion",
                        "one whose state has the hash " + found,
                        version + ", with the hash " + expected + "...");
            }
        }
    }
}
