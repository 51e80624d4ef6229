package io.patchboard.kernel.decide;

import io.patchboard.kernel.blueprint.Gate;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.stage.Admission;
import io.patchboard.kernel.decide.stage.Admitted;
import io.patchboard.kernel.decide.stage.Application;
import io.patchboard.kernel.decide.stage.AsCommitted;
import io.patchboard.kernel.decide.stage.Authorization;
import io.patchboard.kernel.decide.stage.Authorship;
import io.patchboard.kernel.decide.stage.BudgetCheck;
import io.patchboard.kernel.decide.stage.Candidate;
import io.patchboard.kernel.decide.stage.Checked;
import io.patchboard.kernel.decide.stage.Expansion;
import io.patchboard.kernel.decide.stage.GateCheck;
import io.patchboard.kernel.decide.stage.InvariantCheck;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.decide.stage.PatchWork;
import io.patchboard.kernel.decide.stage.Precondition;
import io.patchboard.kernel.decide.stage.SchemaCheck;
import io.patchboard.kernel.decide.stage.Syntax;
import io.patchboard.kernel.decide.stage.Targets;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.RejectionCode;
import io.patchboard.text.Cut;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Takes a proposal through the stages, in their order, and does nothing else: nothing follows, nothing is written. */
final class Judge {

    /** Of what a worker says of its failure; the whole stands in the rejected proposal. */
    private static final int MAX_ERROR_CHARS = 1_000;

    private final Limits limits;
    private final Optional<String> audience;

    /** @param audience the topic that proposals have to be signed for; absent where that was asked before */
    Judge(Limits limits, Optional<String> audience) {
        this.limits = limits;
        this.audience = audience;
    }

    /**
     * What the stages say.
     *
     * @param applied what the patch would do, where that can be said
     * @param checked the verdict
     * @param gate that holds it until somebody allows it, where nothing else is wrong
     */
    record Judged(Checked<Candidate> applied, Checked<Candidate> checked, Optional<Gate> gate) {}

    /** @throws io.patchboard.kernel.work.OverWorkException if that takes more than is left */
    Judged judge(Board board, PatchProposal proposal, History history, Instant time, Work work) {
        Checked<Candidate> applied = Admission.check(
                        board, proposal, new Authorship(audience, proposal, work), history, time)
                .then(Judge::unlessWorkerFailed)
                .then(admitted -> applied(admitted, work));
        Judged judged = judged(applied, List.of(), work);
        return new Judged(
                applied, judged.checked().then(candidate -> GateCheck.room(candidate, judged.gate())), judged.gate());
    }

    /** The same of one that a gate holds, on the board as it is now. */
    Judged judgeHeld(Board board, HeldPatch held, Work work) {
        return judged(admitted(board, held).then(admitted -> applied(admitted, work)), held.passed(), work);
    }

    /**
     * The same of a result that is bound once more: nobody has sent it, and its worker may do it as ever.
     *
     * @param degraded whether a fallback did it
     */
    Judged judgeRepeat(Board board, PatchProposal proposal, WorkerRole role, boolean degraded, Work work) {
        boolean fallback = degraded || Degradation.isOf(role.name(), board);
        return judged(applied(new Admitted(board, proposal, role, Optional.empty(), fallback), work), List.of(), work);
    }

    private Checked<Candidate> applied(Admitted admitted, Work work) {
        return Syntax.check(admitted, limits.patch(), work)
                .then(parsed -> PatchWork.charge(parsed, work))
                .then(Authorization::check)
                .then(parsed -> Targets.check(parsed, limits.apply(), work))
                .then(parsed -> Application.check(parsed, limits.apply(), work));
    }

    /** Who was admitted then is so now, unless an amended blueprint has no such worker any more. */
    private static Checked<Admitted> admitted(Board board, HeldPatch held) {
        PatchProposal proposal = held.proposal();
        return held.invocation()
                .flatMap(OpenInvocation::given)
                .flatMap(blueprint -> blueprint.worker(proposal.worker()))
                .or(() -> board.rules().worker(proposal.worker()))
                .<Checked<Admitted>>map(role -> Checked.pass(new Admitted(board, proposal, role, held.invocation())))
                .orElseGet(() -> Checked.refuse(
                        RejectionCode.WITHDRAWN,
                        "/worker",
                        "Expected a worker of the board, but its blueprint was amended and has no \""
                                + proposal.worker() + "\" any more."));
    }

    /**
     * The same of a proposal that was committed, of which the log has the patch as it was applied.
     *
     * @throws io.patchboard.kernel.work.OverWorkException if that takes more than is left
     */
    Judged judgeAgain(Board board, PatchCommitted committed, History history, Instant time, Work work) {
        Optional<HeldPatch> held = committed.held().flatMap(board.work()::heldPatch);
        PatchProposal proposal = AsCommitted.proposal(board, committed);
        Checked<Candidate> applied = held.map(patch -> admitted(board, patch.withPatch(proposal)))
                .orElseGet(() -> Admission.check(
                        board, proposal, new Authorship(audience, committed.said(board.id()), work), history, time))
                .then(admitted -> AsCommitted.read(admitted, committed, limits, work))
                .then(parsed -> PatchWork.charge(parsed, work))
                .then(parsed -> AsCommitted.authorize(parsed, committed, limits.apply()))
                .then(parsed -> Application.check(parsed, limits.apply(), work))
                .then(candidate ->
                        Checked.pass(new Candidate(candidate.admitted(), candidate.revision(), committed.expand())));
        return judged(applied, held.map(HeldPatch::passed).orElse(List.of()), work);
    }

    private Judged judged(Checked<Candidate> applied, List<String> passed, Work work) {
        Checked<Candidate> checked = applied.then(candidate -> PatchWork.chargeFollowing(candidate, work))
                .then(Precondition::check)
                .then(candidate -> SchemaCheck.check(candidate, work))
                .then(candidate -> InvariantCheck.check(candidate, work))
                .then(candidate -> BudgetCheck.check(candidate, limits, work))
                .then(Expansion::afford);
        return new Judged(
                applied,
                checked,
                checked instanceof Checked.Passed<Candidate> passes && !undoes(passes.value())
                        ? GateCheck.first(passes.value(), passed, work)
                        : Optional.empty());
    }

    /** What undoes waits for nobody: that the board ends was decided. */
    private static boolean undoes(Candidate candidate) {
        return candidate
                .admitted()
                .invocation()
                .map(OpenInvocation::trigger)
                .filter(Rule::undoes)
                .isPresent();
    }

    private static Checked<Admitted> unlessWorkerFailed(Admitted admitted) {
        return admitted.proposal()
                .reported()
                .<Checked<Admitted>>map(failure -> Checked.refuse(
                        RejectionCode.WORKER_ERROR,
                        admitted.proposal().failure().isPresent() ? "/failure" : "/error",
                        "Expected an answer of worker \"" + admitted.role().name() + "\", but it reports: "
                                + abbreviated(failure.message())))
                .orElseGet(() -> Checked.pass(admitted));
    }

    static String abbreviated(String error) {
        return Cut.shortened(error, MAX_ERROR_CHARS);
    }
}
