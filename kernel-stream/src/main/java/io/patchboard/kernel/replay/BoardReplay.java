package io.patchboard.kernel.replay;

import io.patchboard.json.CanonicalJson;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.EndEntry;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.StateHash;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rebuilds one board, entry by entry, and notes every way in which the log is not what it says. */
public final class BoardReplay {

    private final Applier applier;
    private final boolean verify;
    private final List<Difference> differences = new ArrayList<>();
    private Board board;
    private boolean broken;

    /** @param verify whether to recompute hashes; rebuilding alone is quicker */
    public BoardReplay(String boardId, Applier applier, boolean verify) {
        this.applier = applier;
        this.verify = verify;
        this.board = Board.absent(boardId);
    }

    /** Takes the next entry. After a gap or an entry that does not apply the rest of the log is not looked at. */
    public void accept(LogEntry entry) {
        if (broken) {
            return;
        }
        if (verify) {
            verifyChain(entry);
        }
        try {
            board = applier.apply(board, entry);
        } catch (RuntimeException e) {
            // Mostly a CorruptLogException; but whatever a damaged log makes fail is a finding, not the end of the
            // audit.
            broken = true;
            differences.add(new Difference(entry.sequence(), "entry", "an entry that applies", e.getMessage()));
            return;
        }
        if (verify) {
            verifyContent(entry);
        }
    }

    private void verifyChain(LogEntry entry) {
        compare(entry, "previousHash", board.lastHash(), entry.header().previousHash());
        compare(entry, "hash", entry.computeHash(), entry.header().hash());
    }

    private void verifyContent(LogEntry entry) {
        compare(
                entry,
                "version",
                Long.toString(board.version()),
                Long.toString(entry.header().version()));
        claimedState(entry)
                .ifPresent(claimed -> compare(entry, "stateHash", claimed.expectedOf(board.state()), claimed.hex()));
        if (entry instanceof BoardCreated created) {
            compare(entry, "blueprintHash", CanonicalJson.sha256(created.blueprint()), created.blueprintHash());
        } else if (entry instanceof WorkerInvoked invoked) {
            compare(entry, "viewHash", CanonicalJson.sha256(invoked.view()), invoked.viewHash());
        }
    }

    private static Optional<StateHash> claimedState(LogEntry entry) {
        if (entry instanceof BoardCreated created) {
            return Optional.of(created.stateHash());
        } else if (entry instanceof PatchCommitted committed) {
            return Optional.of(committed.stateHash());
        } else if (entry instanceof EndEntry end) {
            return Optional.of(end.stateHash());
        }
        return Optional.empty();
    }

    private void compare(LogEntry entry, String what, String computed, String claimed) {
        if (!computed.equals(claimed)) {
            differences.add(new Difference(entry.sequence(), what, computed, claimed));
        }
    }

    /** The board after the last entry that could be applied. */
    public Board board() {
        return board;
    }

    /** In the order in which they were found; empty if the log is what it says. */
    public List<Difference> differences() {
        return List.copyOf(differences);
    }
}
