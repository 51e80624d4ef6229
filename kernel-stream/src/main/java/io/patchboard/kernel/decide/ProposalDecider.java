package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.Whereabouts;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
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
        Checked<Candidate> checked = Admission.check(log.board(), proposal, history, log.time())
                .then(ProposalDecider::unlessWorkerFailed)
                .then(admitted -> Syntax.check(admitted, limits.patch()))
                .then(Authorization::check)
                .then(parsed -> Application.check(parsed, limits.apply()))
                .then(Precondition::check)
                .then(SchemaCheck::check)
                .then(InvariantCheck::check)
                .then(candidate -> BudgetCheck.check(candidate, limits))
                .then(Expansion::afford);
        if (checked instanceof Checked.Passed<Candidate> passed) {
            commit(passed.value(), log);
        } else {
            reject(proposal, input.echo(), ((Checked.Refused<Candidate>) checked).rejection(), log);
        }
    }

    private static Checked<Admitted> unlessWorkerFailed(Admitted admitted) {
        return admitted.proposal()
                .error()
                .<Checked<Admitted>>map(error -> Checked.refuse(
                        Stage.WORKER,
                        "worker-error",
                        "/error",
                        "Expected an answer of worker \"" + admitted.role().name() + "\", but it reports: "
                                + abbreviated(error)))
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
                header -> new PatchCommitted(
                        header,
                        proposal.proposalId(),
                        proposal.worker(),
                        invocation.map(OpenInvocation::id),
                        invocation.map(OpenInvocation::trigger),
                        invocation.map(OpenInvocation::viewHash),
                        candidate.revision().patchJson(),
                        proposal.usage(),
                        StateHash.of(candidate.state()),
                        candidate.expand()),
                candidate.revision());
        List<Effect> effects = changes ? candidate.revision().effects() : List.of();
        Answered answer = new Answered(
                sequence,
                proposal.worker(),
                invocation,
                invocation.flatMap(open -> follow(open, changes, candidate)),
                false);
        followUps.onCommit(effects, answer, log);
    }

    /** The trigger of an answered invocation, with its items where the answer's own patch left them. */
    private static Optional<Trigger> follow(OpenInvocation answered, boolean changes, Candidate candidate) {
        boolean staysPut = candidate.admitted().board().rules().staysPut(answered.trigger());
        return staysPut || !changes
                ? answered.current()
                : answered.current()
                        .flatMap(trigger -> Whereabouts.after(
                                trigger,
                                candidate.revision().before(),
                                candidate.revision().relocation()));
    }

    private void reject(PatchProposal proposal, Json echo, Rejection rejection, Transcript log) {
        Optional<OpenInvocation> ended = invocationEndedBy(proposal, rejection, log.board());
        Optional<Instant> retryAt = ended.flatMap(open -> rejection.stage() == Stage.ADMISSION
                ? open.current().map(still -> log.time())
                : Retries.next(open, log.board(), log.time()));
        boolean wasOpen = log.board().phase() == Phase.OPEN;
        long sequence = log.append(header -> new PatchRejected(
                header,
                Optional.of(proposal.proposalId()),
                Optional.of(proposal.worker()),
                ended.map(OpenInvocation::id),
                rejection,
                retryAt,
                usesItsInvocation(rejection) ? proposal.usage() : Optional.empty(),
                Optional.of(echo)));
        if (wasOpen && rejection.stage() != Stage.ADMISSION) {
            followUps.onRejection(
                    new Answered(
                            sequence,
                            proposal.worker(),
                            ended,
                            ended.flatMap(OpenInvocation::current),
                            retryAt.isEmpty()),
                    log);
        }
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
        return rejection.stage() != Stage.ADMISSION || rejection.code().equals(Admission.PAUSED);
    }
}
