package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.kernel.apply.Amendment;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.cel.Degraded;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.BudgetCheck;
import io.patchboard.kernel.decide.stage.Checked;
import io.patchboard.kernel.decide.stage.InvariantCheck;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.decide.stage.SchemaCheck;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.Difference;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.Mark;
import io.patchboard.record.BoardReopened.Invite;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.HeldMatch;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Requested;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.StateHash;
import io.patchboard.record.TriggerHeld;
import io.patchboard.text.Spelling;
import java.util.List;
import java.util.Optional;

/**
 * Leads the state back to what it was, for an operator or because the blueprint says so. The state after it has to
 * satisfy the blueprint that the board has now.
 */
final class Restoring {

    /** Each operation is charged, and what was sent otherwise is written out in no more than a record has. */
    private static final PatchLimits ANY_PATCH = new PatchLimits(Integer.MAX_VALUE, ContractLimits.MAX_RECORD_BYTES);

    private final Limits limits;
    private final FollowUps followUps;

    Restoring(Limits limits, FollowUps followUps) {
        this.limits = limits;
        this.followUps = followUps;
    }

    /** Why it is not done; absent if it was. */
    Optional<Refusal> restore(RestoreBoard command, Transcript log) {
        if (command.mark().isPresent() == command.former().isPresent()) {
            return Refusal.of(
                    RejectionCode.RESTORE,
                    "/mark",
                    "Expected either mark or former, but got " + (command.mark().isPresent() ? "both." : "neither."));
        }
        Optional<Requested> requested = Optional.of(command.header().requested());
        return command.mark().isPresent()
                ? toMark(requested, command.mark().get(), log)
                : toVersion(requested, command, command.former().get(), log);
    }

    /** The blueprint's circuit or a policy asks for it. Why it is not done, for people; absent if it was. */
    Optional<String> byItself(String mark, Transcript log) {
        return toMark(Optional.empty(), mark, log)
                .map(refusal -> refusal.rejection().message());
    }

    private Optional<Refusal> toMark(Optional<Requested> requested, String name, Transcript log) {
        Board board = log.board();
        Mark mark = board.present().marks().get(name);
        if (mark == null) {
            return Refusal.of(
                    RejectionCode.UNKNOWN_MARK,
                    "/mark",
                    "Expected one of the marks " + board.present().marks().keySet() + " of board " + board.id()
                            + ", but got \"" + name + "\"."
                            + Spelling.question(name, board.present().marks().keySet()));
        }
        Patch patch = Difference.between(board.state(), mark.state(), log.work());
        List<Invite> invites = mark.pending().stream()
                .map(one -> new Invite(one.worker(), one.trigger()))
                .toList();
        List<HeldMatch> held = mark.held().stream()
                .map(match -> new HeldMatch(match.trigger(), match.reason(), match.key(), match.part(), match.due()))
                .toList();
        RestoreBoard.Former then =
                new RestoreBoard.Former(mark.version(), Json.nul(), StateHash.of(mark.state()), invites, held);
        return restore(requested, Optional.of(name), patch, then, log);
    }

    private Optional<Refusal> toVersion(
            Optional<Requested> requested, RestoreBoard command, RestoreBoard.Former former, Transcript log) {
        Board board = log.board();
        if (command.header().expectedSequence().isEmpty()) {
            return Refusal.of(
                    RejectionCode.RESTORE,
                    "/expectedSequence",
                    "Expected the sequence of the entry that former.patch starts from, but got nothing.");
        }
        if (former.version() < 1 || former.version() > board.version()) {
            return Refusal.of(
                    RejectionCode.RESTORE,
                    "/former/version",
                    "Expected a version from 1 to " + board.version() + ", but got " + former.version() + ".");
        }
        Checked<Patch> parsed = Editing.parsed(former.patch(), "/former/patch", ANY_PATCH);
        return switch (parsed) {
            case Checked.Refused<Patch> refused -> Refusal.of(refused.rejection());
            case Checked.Passed<Patch> passed -> restore(requested, Optional.empty(), passed.value(), former, log);
        };
    }

    /** @param back where the board goes back to, by the patch */
    private Optional<Refusal> restore(
            Optional<Requested> requested,
            Optional<String> mark,
            Patch patch,
            RestoreBoard.Former back,
            Transcript log) {
        Board board = log.board();
        Checked<Revision> checked = Editing.revised(patch, patch.toJson(), ApplyLimits.DEFAULT, log)
                .then(revision -> Checked.unless(refusal(revision, mark, back, board, log), revision));
        if (checked instanceof Checked.Refused<Revision> refused) {
            return Refusal.of(refused.rejection());
        }
        Revision revision = ((Checked.Passed<Revision>) checked).value();
        Endings.withdraw(log);
        Amendment now = new Amendment(board.rules());
        List<Invite> invites = back.invites().stream()
                .filter(one -> now.has(one.worker(), one.trigger()) && !Rule.undoes(one.trigger()))
                .distinct()
                .toList();
        long sequence = log.append(
                board.version() + (revision.changes() ? 1 : 0),
                new BoardRestored(
                        requested,
                        mark,
                        back.version(),
                        revision.patchJson(),
                        back.stateHash(),
                        Endings.open(board),
                        invites,
                        requested
                                .flatMap(Requested::signature)
                                .filter(any -> mark.isEmpty())
                                .map(any -> back)),
                revision);
        for (HeldMatch match : back.held()) {
            TriggerHeld again = new TriggerHeld(
                    match.trigger(),
                    Optional.empty(),
                    match.reason(),
                    match.key(),
                    match.part(),
                    match.due(),
                    List.of());
            if (now.has(again) && !Rule.isOfKernel(match.trigger())) {
                log.append(again);
            }
        }
        followUps.onEdit(Editing.effects(revision), invites, sequence, log);
        return Optional.empty();
    }

    /** A state that was good under another blueprint need not be under this one. */
    private Optional<Rejection> refusal(
            Revision revision, Optional<String> mark, RestoreBoard.Former back, Board board, Transcript log) {
        Json after = revision.after();
        if (!back.stateHash().expectedOf(after).equals(back.stateHash().hex())) {
            return Optional.of(Rejection.of(
                    RejectionCode.STATE_HASH,
                    "/former/patch",
                    "Expected the patch to lead to the state of version " + back.version() + ", which has the hash "
                            + back.stateHash().hex() + ", but it leads to another."));
        }
        Degraded degraded = mark.flatMap(
                        name -> Optional.ofNullable(board.present().marks().get(name)))
                .map(kept -> Degradation.in(after, kept.origins()))
                .orElseGet(() -> Degradation.after(board, revision, Degradation.ever(board)));
        return SchemaCheck.violation(board.rules(), after, log.work())
                .or(() -> InvariantCheck.ofFirstState(board.rules(), after, degraded, log.work()))
                .or(() -> BudgetCheck.tooLarge(after, board.rules(), limits, log.work()));
    }
}
