package io.patchboard.kernel.apply;

import io.patchboard.json.Json;
import io.patchboard.json.Versions;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.TripAction;
import io.patchboard.kernel.circuit.Change;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.kernel.patch.PatchSyntaxException;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.EndEntry;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Applies one log entry to a board: {@code board' = apply(board, entry)}.
 *
 * <p>It trusts the entry, because the kernel decided it; an entry that cannot be applied is therefore a defect of the
 * log and is reported as {@link CorruptLogException}, never skipped.
 */
public final class Applier {

    /** The bounds were the business of who decided; they may have been others then. */
    private static final PatchLimits UNBOUNDED_PATCH = new PatchLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private static final ApplyLimits UNBOUNDED = new ApplyLimits(Integer.MAX_VALUE, Long.MAX_VALUE);

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
        if (entry.sequence() != board.sequence() + 1) {
            throw new CorruptLogException(board.id(), entry.sequence(), "Expected sequence " + (board.sequence() + 1));
        }
        BoardEdit edit = new BoardEdit(board).log(entry.header());
        if (entry instanceof BoardCreated created) {
            edit.create(
                    blueprint(created),
                    Versions.markAll(created.state(), created.header().version()),
                    created.stateHash().hex(),
                    created.header());
            edit.watch(circuit ->
                    circuit.began(created.sequence(), created.stateHash().hex()));
        } else if (entry instanceof PatchCommitted committed) {
            applyPatch(board, committed, done, edit);
        } else if (entry instanceof PatchRejected rejected) {
            applyRejection(board, rejected, edit);
        } else if (entry instanceof WorkerInvoked invoked) {
            edit.open(invoked);
        } else if (entry instanceof TriggerHeld heldTrigger) {
            edit.hold(heldTrigger);
        } else if (entry instanceof BranchStopped stopped) {
            edit.stop(stopped);
        } else if (entry instanceof CircuitTripped tripped) {
            applyTrip(board, tripped, edit);
        } else if (entry instanceof BudgetWarning warning) {
            edit.warned(warning);
        } else if (entry instanceof BoardPaused paused) {
            edit.pause(paused.header().time());
        } else if (entry instanceof BoardResumed resumed) {
            edit.resume(resumed.header().time());
        } else if (entry instanceof EndEntry end) {
            edit.end(phaseAfter(end));
        } else if (!(entry instanceof CommandRejected)) {
            throw new IllegalStateException("No way to apply " + entry.type());
        }
        return edit.board();
    }

    private static void applyPatch(Board board, PatchCommitted committed, Optional<Revision> done, BoardEdit edit) {
        boolean changed = committed.header().version() != board.version();
        Json after = board.state();
        List<Effect> effects = List.of();
        if (changed) {
            Revision revision =
                    done.filter(known -> isOf(known, board, committed)).orElseGet(() -> revision(board, committed));
            after = revision.after();
            effects = revision.effects();
            edit.change(revision, committed);
        }
        Change change = new Change(changed, effects, after);
        edit.watch(circuit -> circuit.committed(committed, change, board.rules().circuit()));
        committed.invocationId().ifPresent(id -> {
            if (!committed.expand().isEmpty()) {
                edit.expand(id, committed.expand());
            }
            edit.close(id);
        });
        committed.usage().ifPresent(usage -> edit.spend(committed.worker(), usage));
        edit.forgetOldChanges();
    }

    /**
     * An equal state and patch would do, too, but need not be spelled alike; and those that matter are the very same.
     */
    private static boolean isOf(Revision revision, Board board, PatchCommitted committed) {
        return revision.before() == board.state() && revision.patchJson() == committed.patch();
    }

    /**
     * What an entry's patch does to the board's state.
     *
     * @throws CorruptLogException if it cannot be done
     */
    public static Revision revision(Board board, PatchCommitted committed) {
        PatchResult result = PatchApplier.apply(board.state(), patch(committed), UNBOUNDED);
        if (result instanceof PatchResult.Applied applied) {
            return applied.revision();
        }
        throw new CorruptLogException(board.id(), committed.sequence(), "The patch does not apply: " + result);
    }

    private static Patch patch(PatchCommitted committed) {
        try {
            return Patch.parse(committed.patch(), UNBOUNDED_PATCH);
        } catch (PatchSyntaxException e) {
            throw new CorruptLogException(committed.boardId(), committed.sequence(), e.getMessage());
        }
    }

    private static void applyRejection(Board board, PatchRejected rejected, BoardEdit edit) {
        rejected.usage().ifPresent(usage -> edit.spend(rejected.worker().orElse(""), usage));
        if (rejected.invocationId().isEmpty() && board.phase() == Phase.OPEN) {
            boolean contended = Contention.explains(rejected, Optional.empty(), board);
            edit.watch(circuit -> circuit.rejected(
                    rejected, Optional.empty(), contended, board.rules().circuit()));
        }
        rejected.invocationId().ifPresent(id -> {
            if (!board.open().containsKey(id)) {
                throw new CorruptLogException(
                        board.id(), rejected.sequence(), "Expected to end an open invocation, but " + id + " is none");
            }
            OpenInvocation ended = board.open().get(id);
            boolean contended = Contention.explains(rejected, Optional.of(ended), board);
            edit.watch(circuit -> circuit.rejected(
                    rejected,
                    Optional.of(ended.trigger()),
                    contended,
                    board.rules().circuit()));
            rejected.retryAt().ifPresent(at -> edit.retry(id, rejected.stage(), at));
            edit.close(id);
        });
        rejected.worker().ifPresent(worker -> edit.feedback().remember(worker, rejected.rejectionAsTold()));
        if (rejected.retryAt().isEmpty()) {
            rejected.invocationId().map(id -> board.open().get(id)).ifPresent(edit::handOver);
        }
        edit.forgetOldChanges();
    }

    private static void applyTrip(Board board, CircuitTripped tripped, BoardEdit edit) {
        Blueprint rules = board.rules();
        edit.watch(circuit -> circuit.tripped(tripped, rules.workers().keySet()));
        TripAction.Kind.of(tripped.action())
                .filter(kind -> kind.cutsOff() && !tripped.evidence().isEmpty())
                .ifPresent(kind -> edit.work()
                        .dropWaitingFor(
                                tripped.evidence().get(tripped.evidence().size() - 1)));
        tripped.target()
                .ifPresent(target -> edit.feedback()
                        .share(
                                tripped.worker()
                                        .<Collection<String>>map(List::of)
                                        .orElse(rules.workers().keySet()),
                                target,
                                rules));
    }

    private Blueprint blueprint(BoardCreated created) {
        CompileResult result = blueprints.recompile(created.blueprint());
        if (result instanceof CompileResult.Valid valid) {
            return valid.blueprint();
        }
        throw new CorruptLogException(
                created.boardId(), created.sequence(), "The blueprint does not compile: " + result);
    }

    private static Phase phaseAfter(EndEntry end) {
        if (end instanceof BoardCompleted) {
            return Phase.COMPLETED;
        }
        return end instanceof BoardCancelled ? Phase.CANCELLED : Phase.HALTED;
    }
}
