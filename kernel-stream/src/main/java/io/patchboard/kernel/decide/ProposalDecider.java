package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Disclosure;
import io.patchboard.kernel.decide.ending.Answered;
import io.patchboard.kernel.decide.ending.Retries;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.Admission;
import io.patchboard.kernel.decide.stage.Admitted;
import io.patchboard.kernel.decide.stage.Application;
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
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.TriggerRelocation;
import io.patchboard.record.Failure;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.PatchRejected.Told;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Decides proposals: through the stages, then commit or rejection, then what follows. */
final class ProposalDecider {

    /** Of what a worker says of its failure; the whole stands in the rejected proposal. */
    private static final int MAX_ERROR_CHARS = 1_000;

    private final Limits limits;
    private final FollowUps followUps;

    ProposalDecider(Limits limits, FollowUps followUps) {
        this.limits = limits;
        this.followUps = followUps;
    }

    void decide(Input.Proposed input, History history, Transcript log) {
        PatchProposal proposal = input.proposal();
        Checked<Candidate> applied = Admission.check(log.board(), proposal, history, log.time())
                .then(ProposalDecider::unlessWorkerFailed)
                .then(admitted -> Syntax.check(admitted, limits.patch()))
                .then(parsed -> PatchWork.charge(parsed, log.work()))
                .then(Authorization::check)
                .then(parsed -> Targets.check(parsed, limits.apply(), log.work()))
                .then(parsed -> Application.check(parsed, limits.apply(), log.work()));
        Checked<Candidate> checked = applied.then(candidate -> PatchWork.chargeFollowing(candidate, log.work()))
                .then(Precondition::check)
                .then(SchemaCheck::check)
                .then(candidate -> InvariantCheck.check(candidate, log.work()))
                .then(candidate -> BudgetCheck.check(candidate, limits))
                .then(Expansion::afford);
        if (checked instanceof Checked.Passed<Candidate> passed) {
            commit(passed.value(), log);
        } else {
            Optional<Revision> candidate = applied instanceof Checked.Passed<Candidate> done
                    ? Optional.of(done.value().revision())
                    : Optional.empty();
            reject(proposal, input.echo(), (Checked.Refused<Candidate>) checked, candidate, log);
        }
    }

    /** Rejects what would take too much work, as if it had come to nothing else. */
    void refuse(Input.Proposed input, Rejection rejection, Transcript log) {
        Checked.Refused<Candidate> refused = new Checked.Refused<>(rejection, Optional.empty());
        reject(input.proposal(), input.echo(), refused, Optional.empty(), log);
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

    private static String abbreviated(String error) {
        return error.length() <= MAX_ERROR_CHARS ? error : error.substring(0, MAX_ERROR_CHARS) + "...";
    }

    private void commit(Candidate candidate, Transcript log) {
        Board before = log.board();
        PatchProposal proposal = candidate.admitted().proposal();
        Optional<OpenInvocation> invocation = candidate.admitted().invocation();
        boolean changes = candidate.revision().changes();
        long version = changes ? before.version() + 1 : before.version();
        long sequence = log.append(
                version,
                new PatchCommitted(
                        proposal.proposalId(),
                        proposal.worker(),
                        invocation.map(OpenInvocation::id),
                        invocation.map(OpenInvocation::trigger),
                        invocation.map(OpenInvocation::viewHash),
                        candidate.revision().patchJson(),
                        proposal.usage(),
                        StateHash.of(candidate.state()),
                        proposal.viewHash().filter(claim -> invocation.isEmpty()),
                        candidate.expand()),
                candidate.revision());
        List<Effect> effects = changes ? candidate.revision().effects() : List.of();
        Answered answer = new Answered(
                sequence,
                proposal.worker(),
                invocation,
                invocation.flatMap(open -> follow(open, changes, candidate)),
                false,
                Optional.empty());
        followUps.onCommit(effects, answer, log);
    }

    /** The trigger of an answered invocation, with its items where the answer's own patch left them. */
    private static Optional<Trigger> follow(OpenInvocation answered, boolean changes, Candidate candidate) {
        boolean staysPut = candidate.admitted().board().rules().staysPut(answered.trigger());
        return staysPut || !changes
                ? answered.current()
                : answered.current()
                        .flatMap(trigger -> TriggerRelocation.after(
                                trigger,
                                candidate.revision().before(),
                                candidate.revision().relocation()));
    }

    private void reject(
            PatchProposal proposal,
            Json echo,
            Checked.Refused<Candidate> refused,
            Optional<Revision> candidate,
            Transcript log) {
        Rejection rejection = refused.rejection();
        Optional<Told> told = log.board()
                .blueprint()
                .flatMap(rules -> rules.worker(proposal.worker())
                        .flatMap(role -> new Disclosure(rules).told(rejection, refused.quoted(), role, candidate)));
        Optional<OpenInvocation> ended = invocationEndedBy(proposal, rejection, log.board());
        Optional<Failure> failure = rejection.stage() == Stage.WORKER
                ? proposal.reported().map(reported -> reported.withMessage(abbreviated(reported.message())))
                : Optional.empty();
        Optional<Instant> retryAt = ended.flatMap(open -> rejection.stage() == Stage.ADMISSION
                ? open.current().map(still -> log.time())
                : Retries.next(open, rejection.stage(), failure, log.board(), log.time()));
        boolean wasOpen = log.board().phase() == Phase.OPEN;
        long sequence = log.append(new PatchRejected(
                Optional.of(proposal.proposalId()),
                Optional.of(proposal.worker()),
                ended.map(OpenInvocation::id),
                ended.map(OpenInvocation::trigger),
                ended.map(OpenInvocation::viewHash),
                proposal.viewHash().filter(claim -> isUnsolicited(proposal, rejection)),
                rejection,
                retryAt,
                usesItsInvocation(rejection) ? proposal.usage() : Optional.empty(),
                told,
                Optional.of(echo),
                failure));
        if (wasOpen && rejection.stage() != Stage.ADMISSION) {
            followUps.onRejection(
                    new Answered(
                            sequence,
                            proposal.worker(),
                            ended,
                            ended.flatMap(OpenInvocation::current),
                            retryAt.isEmpty(),
                            failure),
                    log);
        }
    }

    /** What somebody was shown who was not admitted is nobody's business. */
    private static boolean isUnsolicited(PatchProposal proposal, Rejection rejection) {
        return rejection.stage() != Stage.ADMISSION && proposal.invocationId().isEmpty();
    }

    /**
     * Rejects what came in place of a proposal. Where it names an open invocation of its worker, it was the one answer,
     * and not a usable one. A board that is paused leaves it open, for the next: nobody is invoked anew before it goes
     * on.
     */
    void reject(Input.Undecodable input, Transcript log) {
        Board before = log.board();
        Optional<OpenInvocation> ended = input.ids()
                .invocation()
                .filter(id -> input.isAnswer() && before.phase() == Phase.OPEN)
                .map(id -> before.open().get(id))
                .filter(open ->
                        input.ids().worker().filter(open.worker()::equals).isPresent())
                .filter(open -> log.time().isBefore(open.deadline()));
        Optional<Instant> retryAt =
                ended.flatMap(open -> Retries.next(open, Stage.DECODE, Optional.empty(), before, log.time()));
        long sequence = log.append(new PatchRejected(
                input.ids().request(),
                input.ids().worker(),
                ended.map(OpenInvocation::id),
                ended.map(OpenInvocation::trigger),
                ended.map(OpenInvocation::viewHash),
                Optional.empty(),
                input.rejection(),
                retryAt,
                Optional.empty(),
                Optional.empty(),
                Optional.of(input.echo()),
                Optional.empty()));
        ended.ifPresent(open -> followUps.onRejection(
                new Answered(sequence, open.worker(), ended, open.current(), retryAt.isEmpty(), Optional.empty()),
                log));
    }

    /**
     * A proposal that was admitted uses its invocation up. One that was not leaves it as it was, except during a pause,
     * when the right worker gave an answer that cannot be taken: it is invoked anew when the board goes on.
     */
    private static Optional<OpenInvocation> invocationEndedBy(
            PatchProposal proposal, Rejection rejection, Board board) {
        return usesItsInvocation(rejection)
                ? proposal.invocationId().map(id -> board.open().get(id))
                : Optional.empty();
    }

    /** Only then does the board pay for it, too: what a stranger reports must not use up a budget. */
    private static boolean usesItsInvocation(Rejection rejection) {
        return rejection.stage() != Stage.ADMISSION || rejection.is(RejectionCode.PAUSED);
    }
}
