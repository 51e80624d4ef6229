package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.dispatch.Repeat;
import io.patchboard.kernel.decide.ending.Answered;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.Candidate;
import io.patchboard.kernel.decide.stage.Checked;
import io.patchboard.kernel.decide.stage.PatchWork;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.kernel.patch.PatchSyntaxException;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Tainting;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Provenance;
import io.patchboard.record.StateHash;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Binds the result of an action that was done before to who wants it done again: the same patch, on the new item where
 * it was about the old one, judged like any other. Where that is not to be had, nothing is done; in no case is the
 * action done twice.
 */
final class Repeating {

    private static final PatchLimits ANY_PATCH = new PatchLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private final Judge judge;

    Repeating(Judge judge) {
        this.judge = judge;
    }

    /**
     * What was bound; absent where nothing was, which the log says.
     *
     * @param changed is told how the state was changed by it
     */
    Optional<Answered> bind(Repeat repeat, Consumer<Revision> changed, Transcript log) {
        Board board = log.board();
        WorkerRole role = board.rules().worker(repeat.worker()).orElseThrow();
        log.work().isFor(role.name());
        Optional<Json> kept = repeat.done().result();
        if (kept.isEmpty()) {
            return stop(repeat, "was too large to be kept.", log);
        }
        PatchWork.chargeAnotherReading(kept.get(), log.work());
        Optional<Json> result = moved(kept.get(), repeat, board.state());
        if (result.isEmpty()) {
            return stop(repeat, "moves its item, and fits only where that was.", log);
        }
        boolean onQuiet = board.rules()
                .rule(repeat.trigger().rule())
                .filter(rule -> rule.on() instanceof Rule.Quiescent)
                .isPresent();
        if (onQuiet) {
            return stop(repeat, "is not bound again each time when the board is quiet.", log);
        }
        PatchProposal proposal = new PatchProposal(
                PatchCommitted.Repeated.proposalId(log.nextSequence()),
                board.id(),
                role.name(),
                Optional.empty(),
                result.get(),
                Optional.empty(),
                Optional.empty());
        Judge.Judged judged =
                judge.judgeRepeat(board, proposal, role, repeat.done().degraded(), log.work());
        if (judged.checked() instanceof Checked.Refused<Candidate> refused) {
            return stop(
                    repeat,
                    "cannot be bound here (" + refused.rejection().stage().word() + ", "
                            + refused.rejection().code() + ").",
                    log);
        }
        if (judged.gate().isPresent()) {
            return stop(
                    repeat,
                    "would have to pass the gate \"" + judged.gate().get().name() + "\" again.",
                    log);
        }
        Candidate candidate = ((Checked.Passed<Candidate>) judged.checked()).value();
        Answered answered = commit(repeat, proposal, candidate, log);
        if (candidate.revision().changes()) {
            changed.accept(candidate.revision());
        }
        return Optional.of(answered);
    }

    private static Answered commit(Repeat repeat, PatchProposal proposal, Candidate candidate, Transcript log) {
        Board board = log.board();
        boolean changes = candidate.revision().changes();
        long sequence = log.append(
                changes ? board.version() + 1 : board.version(),
                new PatchCommitted(
                        proposal.proposalId(),
                        proposal.worker(),
                        Optional.empty(),
                        Optional.of(repeat.trigger()),
                        Optional.empty(),
                        candidate.revision().patchJson(),
                        Optional.empty(),
                        StateHash.of(candidate.state()),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.of(new PatchCommitted.Repeated(repeat.done().sequence(), repeat.releases())),
                        Optional.empty(),
                        Optional.empty(),
                        Tainting.everShown(board),
                        Provenance.of(candidate.admitted().degraded())),
                candidate.revision());
        return new Answered(
                sequence,
                proposal.worker(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Set.of(),
                changes ? candidate.revision().effects() : List.of());
    }

    private static Optional<Answered> stop(Repeat repeat, String why, Transcript log) {
        log.append(new BranchStopped(
                repeat.trigger(),
                Optional.of(repeat.worker()),
                BranchStopped.Reason.REPEATED,
                "This action was done already, by entry " + repeat.done().sequence() + ". Its result " + why,
                repeat.releases()));
        return Optional.empty();
    }

    /**
     * The patch with the place of the item that it is wanted for now in place of the one that it was about; absent if
     * that does not say where its later operations are.
     */
    private static Optional<Json> moved(Json patch, Repeat repeat, Json state) {
        Optional<JsonPointer> from = repeat.done().item().map(JsonPointer::parse);
        Optional<JsonPointer> to = repeat.now().path().map(JsonPointer::parse);
        if (from.isEmpty() || to.isEmpty() || from.equals(to)) {
            return Optional.of(patch);
        }
        try {
            Patch parsed = Patch.parse(patch, ANY_PATCH);
            return OwnItem.isMoved(from.get(), parsed, state)
                    ? Optional.empty()
                    : Optional.of(parsed.moved(from.get(), to.get()).toJson());
        } catch (PatchSyntaxException e) {
            throw new IllegalStateException("A patch that was committed is one.", e);
        }
    }
}
