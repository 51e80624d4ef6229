package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.Application;
import io.patchboard.kernel.decide.stage.BudgetCheck;
import io.patchboard.kernel.decide.stage.Checked;
import io.patchboard.kernel.decide.stage.InvariantCheck;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.decide.stage.PatchWork;
import io.patchboard.kernel.decide.stage.SchemaCheck;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.kernel.patch.PatchSyntaxException;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.EditBoard;
import io.patchboard.record.StateHash;
import java.util.List;
import java.util.Optional;

/**
 * Changes the state in an operator's name. The state after it has to satisfy all that a worker's would have to; write
 * contracts are for workers.
 */
final class Editing {

    private final Limits limits;
    private final FollowUps followUps;

    Editing(Limits limits, FollowUps followUps) {
        this.limits = limits;
        this.followUps = followUps;
    }

    /** Why it is not done; absent if it was. */
    Optional<Refusal> edit(EditBoard command, Transcript log) {
        Board board = log.board();
        Checked<Revision> checked = parsed(command.patch(), "/patch", limits.patch())
                .then(patch -> revised(patch, command.patch(), limits.apply(), log))
                .then(revision -> Checked.unless(
                        SchemaCheck.violation(board.rules(), board.id(), board.state(), revision.after(), log.work())
                                .or(() -> InvariantCheck.ofChange(board, revision, log.work()))
                                .or(() -> BudgetCheck.tooLarge(revision.after(), board.rules(), limits, log.work())),
                        revision));
        if (checked instanceof Checked.Refused<Revision> refused) {
            return Refusal.of(refused.rejection());
        }
        Revision revision = ((Checked.Passed<Revision>) checked).value();
        long sequence = log.append(
                board.version() + (revision.changes() ? 1 : 0),
                new BoardEdited(
                        command.header().requested(),
                        revision.patchJson(),
                        StateHash.of(revision.after()),
                        command.signature().map(any -> command.patch()).filter(revision::appliedOtherwise)),
                revision);
        followUps.onEdit(effects(revision), List.of(), sequence, log);
        return Optional.empty();
    }

    static List<Effect> effects(Revision revision) {
        return revision.changes() ? revision.effects() : List.of();
    }

    static Checked<Patch> parsed(Json patch, String at, PatchLimits limits) {
        try {
            return Checked.pass(Patch.parse(patch, limits));
        } catch (PatchSyntaxException e) {
            return Checked.refuse(e.code(), at + e.pointer(), e.getMessage());
        }
    }

    static Checked<Revision> revised(Patch patch, Json source, ApplyLimits limits, Transcript log) {
        PatchWork.charge(patch, source, log.work());
        return Application.check(log.board().state(), patch, limits, log.work()).then(revision -> {
            PatchWork.chargeFollowing(log.board(), revision, log.work());
            return Checked.pass(revision);
        });
    }
}
