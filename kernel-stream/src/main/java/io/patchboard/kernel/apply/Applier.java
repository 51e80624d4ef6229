package io.patchboard.kernel.apply;

import io.patchboard.json.Json;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Mark;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardMarked;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Decided;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.UnknownEvent;
import io.patchboard.record.WorkerInvoked;
import java.util.Optional;

/**
 * Applies one log entry to a board: {@code board' = apply(board, entry)}. What each event does stands in a class of its
 * own, named after it.
 *
 * <p>It trusts the entry, because the kernel decided it; an entry that cannot be applied is therefore a defect of the
 * log and is reported as {@link CorruptLogException}, never skipped.
 */
public final class Applier {

    private final Blueprints blueprints;

    public Applier(Blueprints blueprints) {
        this.blueprints = blueprints;
    }

    /** @throws CorruptLogException if the entry does not follow on the board's log */
    public Board apply(Board board, LogEntry entry) {
        return apply(board, entry, Optional.empty());
    }

    /**
     * As {@link #apply(Board, LogEntry)}, for who has done the entry's patch already.
     *
     * @param done taken over if it began with the very state of this board and the entry holds its very patch; else the
     *     patch is done here, which comes to the same
     * @throws CorruptLogException if the entry does not follow on the board's log
     */
    public Board apply(Board board, LogEntry entry, Optional<Revision> done) {
        if (!entry.boardId().equals(board.id())) {
            throw new CorruptLogException(
                    board.id(), entry.sequence(), "Expected its own entries, but got one of board " + entry.boardId());
        }
        boolean begins = board.sequence() == 0 && mayBegin(entry.event());
        if (!begins && entry.sequence() != board.sequence() + 1) {
            throw new CorruptLogException(board.id(), entry.sequence(), "Expected sequence " + (board.sequence() + 1));
        }
        BoardEdit edit = new BoardEdit(board, entry.header());
        switch (entry.event()) {
            case BoardCreated created -> BoardCreatedApplier.apply(created, blueprints, edit);
            case PatchCommitted committed -> PatchCommittedApplier.apply(committed, done, edit);
            case PatchRejected rejected -> PatchRejectedApplier.apply(rejected, edit);
            case WorkerInvoked invoked -> WorkerInvokedApplier.apply(invoked, edit);
            case TriggerHeld held -> TriggerHeldApplier.apply(held, edit);
            case BranchStopped stopped -> BranchStoppedApplier.apply(stopped, edit);
            case CircuitTripped tripped -> CircuitTrippedApplier.apply(tripped, edit);
            case PatchHeld held -> PatchHeldApplier.apply(held, edit);
            case NeedsPerson item -> NeedsPersonApplier.apply(item, edit);
            case Decided decided -> DecidedApplier.apply(decided, edit);
            case CompensationStarted started -> edit.compensate(started);
            case BudgetWarning warning -> BudgetWarningApplier.apply(warning, edit);
            case BoardPaused paused -> edit.state().pause(edit.header().time());
            case BoardResumed resumed -> edit.resume();
            case BoardEdited edited -> {
                HandMade.change(edited, done, edit);
                edit.forgetOldChanges();
            }
            case BoardMarked marked -> edit.state().mark(marked.name(), Mark.of(board));
            case BoardRestored restored -> BoardRestoredApplier.apply(restored, done, edit);
            case BlueprintAmended amended -> BlueprintAmendedApplier.apply(amended, blueprints, edit);
            case BoardReopened reopened -> BoardReopenedApplier.apply(reopened, edit);
            case BoardCompleted completed -> edit.end(Phase.COMPLETED);
            case BoardHalted halted -> edit.end(Phase.HALTED);
            case BoardCancelled cancelled -> edit.end(Phase.CANCELLED);
            case CommandRejected rejected -> {
                // It is in the log; the board is as it was.
            }
            case UnknownEvent unknown ->
                throw new CorruptLogException(
                        board.id(),
                        entry.sequence(),
                        "Expected an event that this version knows, but got " + unknown.type());
        }
        return edit.board();
    }

    /**
     * Whether a log may begin with such an entry, whatever its sequence: where topics were cut, rejections from before
     * a board was created are gone, and nothing of the board depends on them.
     */
    public static boolean mayBegin(Event event) {
        return event instanceof BoardCreated || event instanceof CommandRejected || event instanceof PatchRejected;
    }

    /**
     * What an entry's patch does to the board's state.
     *
     * @throws CorruptLogException if it cannot be done
     */
    public static Revision revision(Board board, LogEntry entry, Json patch) {
        return PatchCommittedApplier.revision(board, entry.sequence(), patch);
    }
}
