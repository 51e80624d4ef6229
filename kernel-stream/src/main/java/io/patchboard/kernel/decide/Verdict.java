package io.patchboard.kernel.decide;

import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import java.util.Optional;

/**
 * What becomes of a proposal.
 *
 * @param commits whether it is committed
 * @param rejection why not; absent where it is committed, and where nothing becomes of it at all
 */
public record Verdict(boolean commits, Optional<Rejection> rejection) {

    /** It becomes part of the board. */
    public static final Verdict COMMITTED = new Verdict(true, Optional.empty());

    /** There is no reason for an entry. */
    static final Verdict NONE = new Verdict(false, Optional.empty());

    static Verdict rejected(Rejection rejection) {
        return new Verdict(false, Optional.of(rejection));
    }

    /** The one that a log entry has; absent if it has none. */
    public static Optional<Verdict> of(LogEntry entry) {
        return switch (entry.event()) {
            case PatchCommitted committed -> Optional.of(COMMITTED);
            case PatchRejected rejected -> Optional.of(rejected(rejected.rejection()));
            default -> Optional.empty();
        };
    }

    /** What becomes of a board's creation, by the first entry that follows on it; absent if it is none of these. */
    public static Optional<Verdict> ofCreation(LogEntry entry) {
        return switch (entry.event()) {
            case BoardCreated created -> Optional.of(COMMITTED);
            case CommandRejected rejected -> Optional.of(rejected(rejected.rejection()));
            default -> Optional.empty();
        };
    }

    /** Whether both say the same, for the same reason; the words of a message are no part of it. */
    public boolean agrees(Verdict other) {
        return toString().equals(other.toString());
    }

    /** Such as {@code commit} or {@code rejection SCHEMA enum at /status by /properties/status}. */
    @Override
    public String toString() {
        return rejection
                .map(why -> "rejection " + why.stage() + " " + why.code() + " at \"" + why.pointer() + "\""
                        + why.rule().map(rule -> " by " + rule).orElse(""))
                .orElse(commits ? "commit" : "no entry yet");
    }
}
