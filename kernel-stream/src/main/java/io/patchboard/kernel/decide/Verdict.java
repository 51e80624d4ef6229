package io.patchboard.kernel.decide;

import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import java.util.Optional;

/**
 * What becomes of a proposal or a command.
 *
 * @param commits whether it is committed
 * @param rejection why not; absent where it is committed or held, and where nothing becomes of it at all
 * @param held whether a gate holds it
 */
public record Verdict(boolean commits, Optional<Rejection> rejection, boolean held) {

    /** It becomes part of the board; a command is done. */
    public static final Verdict COMMITTED = new Verdict(true, Optional.empty(), false);

    /** It waits until somebody allows it. */
    static final Verdict HELD = new Verdict(false, Optional.empty(), true);

    /** There is no reason for an entry. */
    static final Verdict NONE = new Verdict(false, Optional.empty(), false);

    static Verdict rejected(Rejection rejection) {
        return new Verdict(false, Optional.of(rejection), false);
    }

    /** The one that a log entry has; absent if it has none. */
    public static Optional<Verdict> of(LogEntry entry) {
        return switch (entry.event()) {
            case PatchCommitted committed when committed.repeats().isPresent() -> Optional.empty();
            case PatchCommitted committed -> Optional.of(COMMITTED);
            case PatchHeld held when held.replaces().isEmpty() -> Optional.of(HELD);
            case PatchRejected rejected -> Optional.of(rejected(rejected.rejection()));
            default -> Optional.empty();
        };
    }

    /** What became of a command, by its outcome; absent if the entry is none. */
    public static Optional<Verdict> ofCommand(LogEntry outcome) {
        return outcome.event() instanceof CommandRejected rejected
                ? Optional.of(rejected(rejected.rejection()))
                : outcome.event().command(outcome.boardId()).map(done -> COMMITTED);
    }

    /** Whether something else becomes of it: it is committed, held or not. For which reason is no part of it. */
    public boolean flips(Verdict other) {
        return commits != other.commits || held != other.held;
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
                .orElse(commits ? "commit" : held ? "held by a gate" : "no entry yet");
    }
}
