package io.patchboard.kernel.decide;

import io.patchboard.kernel.blueprint.Gate;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.Candidate;
import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.kernel.state.Incident;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Holds;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchProposal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Holds patches, and asks for whoever may allow them. */
final class Gates {

    private Gates() {}

    /** Holds a patch that was sent. */
    static void hold(Candidate candidate, Gate gate, Transcript log) {
        PatchProposal proposal = candidate.admitted().proposal();
        long held = log.append(held(
                proposal,
                candidate.admitted().invocation(),
                ReviewCard.of(gate, candidate, log.work()),
                Optional.empty(),
                Optional.empty()));
        ask(gate, log.board().work().heldPatch(held).orElseThrow(), log);
    }

    /** Holds what an approver has made of a held patch, in its place, as which it is returned. */
    static HeldPatch holdModified(HeldPatch modified, Candidate candidate, String by, String gate, Transcript log) {
        PatchHeld.Card card = log.board().rules().gates().stream()
                .filter(one -> one.name().equals(gate))
                .findFirst()
                .map(one -> ReviewCard.of(one, candidate, log.work()))
                .orElseGet(() -> ReviewCard.of(gate, candidate));
        long sequence = log.append(held(
                modified.proposal(), modified.invocation(), card, Optional.of(modified.sequence()), Optional.of(by)));
        return log.board().work().heldPatch(sequence).orElseThrow();
    }

    private static PatchHeld held(
            PatchProposal proposal,
            Optional<OpenInvocation> invocation,
            PatchHeld.Card card,
            Optional<Long> replaces,
            Optional<String> modifiedBy) {
        return new PatchHeld(
                proposal.proposalId(),
                proposal.worker(),
                invocation.map(OpenInvocation::id),
                invocation.map(OpenInvocation::trigger),
                invocation.map(OpenInvocation::viewHash),
                proposal.patch(),
                proposal.usage(),
                proposal.viewHash().filter(claim -> invocation.isEmpty()),
                proposal.by(),
                card,
                replaces,
                modifiedBy,
                proposal.source(),
                proposal.signature());
    }

    /**
     * Asks for who may let a held patch pass this gate. Where nobody else than its authors is named, one who has
     * modified it may, as at the gate at which he did.
     */
    static void ask(Gate gate, HeldPatch held, Transcript log) {
        List<String> authors = held.authors();
        boolean nobodyElse = held.modifiedBy().isPresent()
                && !gate.approvers().isEmpty()
                && authors.containsAll(gate.approvers())
                && authors.containsAll(gate.escalateTo());
        ask(
                gate.name(),
                gate.holdsBoard() ? Holds.BOARD : Holds.PATCH,
                Optional.of(held.proposal().worker()),
                new NeedsPerson.Gate(
                        held.sequence(),
                        gate.approvers(),
                        gate.escalateTo(),
                        gate.timeout().map(log.time()::plus),
                        gate.onTimeout(),
                        gate.fourEyes() && !nobodyElse ? authors : List.of()),
                log);
    }

    /** Asks about what takes the place of an item, or for whom it is escalated to; he has as long as who had it. */
    static void ask(Incident item, NeedsPerson.Gate gate, HeldPatch held, Transcript log) {
        Optional<Instant> due = gate.due().map(until -> log.time().plus(Duration.between(item.since(), until)));
        NeedsPerson.Gate asked = new NeedsPerson.Gate(
                held.sequence(),
                gate.approvers(),
                gate.escalation(),
                due,
                gate.onTimeout(),
                gate.excluded().isEmpty() ? List.of() : held.authors());
        ask(item.detail(), item.holds(), item.worker(), asked, log);
    }

    /** Who may not allow it is not asked after others. */
    private static NeedsPerson.Gate withoutAuthorsNext(NeedsPerson.Gate gate) {
        return new NeedsPerson.Gate(
                gate.held(),
                gate.approvers(),
                gate.escalation().stream()
                        .filter(name -> !gate.excluded().contains(name))
                        .toList(),
                gate.due(),
                gate.onTimeout(),
                gate.excluded());
    }

    private static void ask(String gate, Holds holds, Optional<String> worker, NeedsPerson.Gate all, Transcript log) {
        NeedsPerson.Gate asked = withoutAuthorsNext(all);
        List<Option> options = new ArrayList<>(List.of(Option.APPROVE, Option.REJECT, Option.MODIFY));
        if (!asked.escalation().isEmpty()) {
            options.add(Option.ESCALATE);
        }
        log.append(new NeedsPerson(
                NeedsPerson.Kind.GATE,
                BoardHalted.Reason.GATE,
                gate,
                holds,
                worker,
                Optional.empty(),
                "Gate \"" + gate + "\" holds a patch of worker \"" + worker.orElse("") + "\" (#" + asked.held()
                        + ") until "
                        + (asked.approvers().isEmpty()
                                ? "somebody who may approve"
                                : String.join(" or ", asked.approvers()))
                        + " allows it.",
                List.copyOf(options),
                Optional.of(asked)));
    }
}
