package io.patchboard.kernel.decide;

import io.patchboard.kernel.decide.stage.Admission;
import io.patchboard.kernel.decide.stage.Admitted;
import io.patchboard.kernel.decide.stage.Application;
import io.patchboard.kernel.decide.stage.AsCommitted;
import io.patchboard.kernel.decide.stage.Authorization;
import io.patchboard.kernel.decide.stage.BudgetCheck;
import io.patchboard.kernel.decide.stage.Candidate;
import io.patchboard.kernel.decide.stage.Checked;
import io.patchboard.kernel.decide.stage.Expansion;
import io.patchboard.kernel.decide.stage.InvariantCheck;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.decide.stage.PatchWork;
import io.patchboard.kernel.decide.stage.Precondition;
import io.patchboard.kernel.decide.stage.SchemaCheck;
import io.patchboard.kernel.decide.stage.Syntax;
import io.patchboard.kernel.decide.stage.Targets;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.RejectionCode;
import java.time.Instant;

/** Takes a proposal through the stages, in their order, and does nothing else: nothing follows, nothing is written. */
final class Judge {

    /** Of what a worker says of its failure; the whole stands in the rejected proposal. */
    private static final int MAX_ERROR_CHARS = 1_000;

    private final Limits limits;

    Judge(Limits limits) {
        this.limits = limits;
    }

    /**
     * What the stages say.
     *
     * @param applied what the patch would do, where that can be said
     * @param checked the verdict
     */
    record Judged(Checked<Candidate> applied, Checked<Candidate> checked) {}

    /** @throws io.patchboard.kernel.work.OverWorkException if that takes more than is left */
    Judged judge(Board board, PatchProposal proposal, History history, Instant time, Work work) {
        Checked<Candidate> applied = Admission.check(board, proposal, history, time)
                .then(Judge::unlessWorkerFailed)
                .then(admitted -> Syntax.check(admitted, limits.patch()))
                .then(parsed -> PatchWork.charge(parsed, work))
                .then(Authorization::check)
                .then(parsed -> Targets.check(parsed, limits.apply(), work))
                .then(parsed -> Application.check(parsed, limits.apply(), work));
        return judged(applied, work);
    }

    /**
     * The same of a proposal that was committed, of which the log has the patch as it was applied.
     *
     * @throws io.patchboard.kernel.work.OverWorkException if that takes more than is left
     */
    Judged judgeAgain(Board board, PatchCommitted committed, History history, Instant time, Work work) {
        Checked<Candidate> applied = Admission.check(board, AsCommitted.proposal(board, committed), history, time)
                .then(admitted -> AsCommitted.read(admitted, committed, limits))
                .then(parsed -> PatchWork.charge(parsed, work))
                .then(parsed -> AsCommitted.authorize(parsed, committed, limits.apply()))
                .then(parsed -> Application.check(parsed, limits.apply(), work))
                .then(candidate ->
                        Checked.pass(new Candidate(candidate.admitted(), candidate.revision(), committed.expand())));
        return judged(applied, work);
    }

    private Judged judged(Checked<Candidate> applied, Work work) {
        return new Judged(
                applied,
                applied.then(candidate -> PatchWork.chargeFollowing(candidate, work))
                        .then(Precondition::check)
                        .then(SchemaCheck::check)
                        .then(candidate -> InvariantCheck.check(candidate, work))
                        .then(candidate -> BudgetCheck.check(candidate, limits))
                        .then(Expansion::afford));
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
        return error.length() <= MAX_ERROR_CHARS ? error : error.substring(0, MAX_ERROR_CHARS) + "...";
    }
}
