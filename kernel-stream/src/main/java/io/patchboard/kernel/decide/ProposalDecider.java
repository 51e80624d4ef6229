package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Disclosure;
import io.patchboard.kernel.blueprint.Policy;
import io.patchboard.kernel.decide.ending.Answered;
import io.patchboard.kernel.decide.ending.Retries;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.AsCommitted;
import io.patchboard.kernel.decide.stage.Candidate;
import io.patchboard.kernel.decide.stage.Checked;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.TriggerRelocation;
import io.patchboard.record.Child;
import io.patchboard.record.Failure;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.PatchRejected.Told;
import io.patchboard.record.Provenance;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides proposals: the {@link Judge}'s verdict, then commit or rejection, then what follows. */
final class ProposalDecider {

    private final Judge judge;
    private final FollowUps followUps;

    ProposalDecider(Judge judge, FollowUps followUps) {
        this.judge = judge;
        this.followUps = followUps;
    }

    void decide(Input.Proposed input, History history, Transcript log) {
        Judge.Judged judged = judge.judge(log.board(), input.proposal(), history, log.time(), log.work());
        conclude(input.proposal(), input.echo(), judged, Optional.empty(), log);
    }

    /** Decides again on what was committed: the log has its patch as it was applied. */
    void decideAgain(PatchCommitted committed, History history, Transcript log) {
        PatchProposal proposal = AsCommitted.proposal(log.board(), committed);
        Judge.Judged judged = judge.judgeAgain(log.board(), committed, history, log.time(), log.work());
        conclude(
                proposal,
                proposal.toJson(),
                judged,
                committed.held().flatMap(log.board().work()::heldPatch),
                log);
    }

    /** Judges a patch that a gate holds on the board as it is now, and lets it go on. */
    void release(HeldPatch held, Transcript log) {
        Judge.Judged judged = judge.judgeHeld(log.board(), held, log.work());
        conclude(held.proposal(), held.proposal().toJson(), judged, Optional.of(held), log);
    }

    /** Rejects a patch that a gate holds, because somebody or time says so. */
    void refuse(HeldPatch held, Rejection rejection, Transcript log) {
        reject(
                held.proposal(),
                held.proposal().toJson(),
                new Checked.Refused<>(rejection, Optional.empty()),
                Optional.empty(),
                Optional.of(held),
                log);
    }

    private void conclude(
            PatchProposal proposal, Json echo, Judge.Judged judged, Optional<HeldPatch> held, Transcript log) {
        Checked<Candidate> checked = judged.checked();
        if (checked instanceof Checked.Passed<Candidate> passed) {
            if (judged.gate().isEmpty()) {
                commit(passed.value(), held, log);
            } else if (held.isEmpty()) {
                Gates.hold(passed.value(), judged.gate().get(), log);
                followUps.goOn(log);
            } else {
                Gates.ask(judged.gate().get(), held.get(), log);
            }
        } else {
            Optional<Revision> candidate = judged.applied() instanceof Checked.Passed<Candidate> done
                    ? Optional.of(done.value().revision())
                    : Optional.empty();
            reject(proposal, echo, (Checked.Refused<Candidate>) checked, candidate, held, log);
        }
    }

    /** Rejects what would take too much work, as if it had come to nothing else. */
    void refuse(Input.Proposed input, Rejection rejection, Transcript log) {
        Checked.Refused<Candidate> refused = new Checked.Refused<>(rejection, Optional.empty());
        reject(input.proposal(), input.echo(), refused, Optional.empty(), Optional.empty(), log);
    }

    private void commit(Candidate candidate, Optional<HeldPatch> held, Transcript log) {
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
                        candidate.expand(),
                        held.map(HeldPatch::sequence),
                        held.map(HeldPatch::approvedBy).orElse(List.of()),
                        proposal.source(),
                        Optional.empty(),
                        proposal.signature(),
                        proposal.signature()
                                .map(signed -> proposal.patch())
                                .filter(candidate.revision()::appliedOtherwise),
                        Endorsement.taint(candidate, held, log.work()),
                        Provenance.of(candidate.admitted().degraded())),
                candidate.revision());
        List<Effect> effects = changes ? candidate.revision().effects() : List.of();
        Answered answer = new Answered(
                sequence,
                proposal.worker(),
                invocation,
                invocation.flatMap(open -> follow(open, changes, candidate)),
                false,
                Optional.empty(),
                Set.of(),
                effects);
        followUps.onCommit(answer, log);
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
            Optional<HeldPatch> held,
            Transcript log) {
        Rejection rejection = refused.rejection();
        Optional<Told> told = log.board()
                .blueprint()
                .flatMap(rules -> rules.worker(proposal.worker())
                        .flatMap(role -> new Disclosure(rules)
                                .told(
                                        rejection,
                                        refused.quoted(),
                                        role,
                                        proposal.patch(),
                                        log.board().state(),
                                        candidate)));
        Optional<OpenInvocation> ended =
                held.isPresent() ? held.get().invocation() : invocationEndedBy(proposal, rejection, log.board());
        Optional<Failure> failure = rejection.stage() == Stage.WORKER
                ? proposal.reported().map(reported -> reported.withMessage(Judge.abbreviated(reported.message())))
                : Optional.empty();
        boolean isOver = rejection.is(RejectionCode.APPROVAL_TIMEOUT) || rejection.is(RejectionCode.WITHDRAWN);
        Optional<Instant> retryAt = ended.filter(open -> !isOver)
                .flatMap(open -> rejection.stage() == Stage.ADMISSION
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
                usesItsInvocation(proposal, rejection) ? proposal.usage() : Optional.empty(),
                told,
                Optional.of(Repeated.proposal(echo, rejection, log.board())),
                failure,
                held.map(HeldPatch::sequence)));
        if (wasOpen && rejection.stage() != Stage.ADMISSION) {
            followUps.onRejection(
                    new Answered(
                            sequence,
                            proposal.worker(),
                            ended,
                            ended.flatMap(OpenInvocation::current),
                            retryAt.isEmpty() && !isOver,
                            failure,
                            Policy.errors(rejection.stage(), failure),
                            List.of()),
                    log);
        }
    }

    /** What somebody was shown who was not admitted is nobody's business. */
    private static boolean isUnsolicited(PatchProposal proposal, Rejection rejection) {
        return rejection.stage() != Stage.ADMISSION && proposal.invocationId().isEmpty();
    }

    /**
     * Rejects what came in place of a proposal. Where it names an open invocation of its worker, it was the one answer,
     * and not a usable one; but of a worker that signs, anybody may have sent it. A board that is paused leaves it
     * open, for the next: nobody is invoked anew before it goes on.
     */
    void reject(Input.Undecodable input, Transcript log) {
        Board before = log.board();
        Optional<OpenInvocation> ended = input.ids()
                .invocation()
                .filter(id -> input.isAnswer() && before.phase() != Phase.PAUSED)
                .map(id -> before.open().get(id))
                .filter(open ->
                        input.ids().worker().filter(open.worker()::equals).isPresent())
                .filter(open -> !before.rules().asksForSignatures(open.worker()))
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
                Optional.of(Repeated.proposal(input.echo(), input.rejection(), before)),
                Optional.empty(),
                Optional.empty()));
        ended.ifPresent(open -> followUps.onRejection(
                new Answered(
                        sequence,
                        open.worker(),
                        ended,
                        open.current(),
                        retryAt.isEmpty(),
                        Optional.empty(),
                        Policy.errors(Stage.DECODE, Optional.empty()),
                        List.of()),
                log));
    }

    /**
     * A proposal that was admitted uses its invocation up. One that was not leaves it as it was, except during a pause,
     * when the right worker gave an answer that cannot be taken: it is invoked anew when the board goes on. A board
     * that answers is not made anew: it has ended, and its answer is sent again then.
     */
    private static Optional<OpenInvocation> invocationEndedBy(
            PatchProposal proposal, Rejection rejection, Board board) {
        return usesItsInvocation(proposal, rejection)
                ? proposal.invocationId().map(id -> board.open().get(id))
                : Optional.empty();
    }

    /** Only then does the board pay for it, too: what a stranger reports must not use up a budget. */
    private static boolean usesItsInvocation(PatchProposal proposal, Rejection rejection) {
        return rejection.stage() != Stage.ADMISSION
                || rejection.is(RejectionCode.PAUSED)
                        && proposal.invocationId().filter(Child::isMadeFor).isEmpty();
    }
}
