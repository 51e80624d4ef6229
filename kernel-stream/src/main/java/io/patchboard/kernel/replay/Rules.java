package io.patchboard.kernel.replay;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Actions;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.BoardMarked;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Decided;
import io.patchboard.record.EndEvent;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.OwnEvent;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Provenance;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Stage;
import io.patchboard.record.StateChanged;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import io.patchboard.record.UnknownEvent;
import io.patchboard.record.WorkerInvoked;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What {@code docs/log-and-hashes.md} says of every entry, given the board that it is applied to. */
final class Rules {

    private static final String NONE = "none";
    private static final String MARKS = "marks";

    private final Differences differences;
    private final CommandRules commands;
    private final EndRules ends;
    private final InvitationRules invitations;
    private final RepeatedRules repeated;
    private final VersionRules versions;

    Rules(Differences differences) {
        this.differences = differences;
        this.commands = new CommandRules(differences);
        this.ends = new EndRules(differences);
        this.invitations = new InvitationRules(differences);
        this.repeated = new RepeatedRules(differences);
        this.versions = new VersionRules(differences);
    }

    /** @throws RuntimeException if the entry's patch cannot be done */
    void verifyOn(Board before, LogEntry entry) {
        if (!phases(entry.event()).contains(before.phase())) {
            differences.add(
                    entry,
                    "type",
                    "an entry that a board can have which is " + before.phase().word(),
                    entry.type());
        }
        long version = switch (entry.event()) {
            case BoardCreated created -> {
                differences.compare(
                        entry, "blueprintHash", CanonicalJson.sha256(created.blueprint()), created.blueprintHash());
                yield 1;
            }
            case PatchCommitted committed -> {
                answer(before, entry, committed);
                marks(before, entry, committed);
                yield before.version() + (changes(before, entry, committed) ? 1 : 0);
            }
            case BoardEdited edited -> before.version() + (changes(before, entry, edited) ? 1 : 0);
            case BoardRestored restored -> {
                commands.restored(before, restored, entry);
                versions.verify(before, restored, entry);
                yield before.version() + (changes(before, entry, restored) ? 1 : 0);
            }
            case BoardMarked marked -> {
                differences.compare(
                        entry,
                        "stateHash",
                        marked.stateHash().expectedOf(before.state()),
                        marked.stateHash().hex());
                yield before.version();
            }
            case BlueprintAmended amended -> {
                commands.amended(before, amended, entry);
                yield before.version();
            }
            case PatchRejected rejected -> {
                answer(before, entry, rejected);
                repeated.verify(rejected, entry);
                yield before.version();
            }
            case CommandRejected rejected -> {
                repeated.verify(rejected, entry);
                yield before.version();
            }
            case PatchHeld held -> {
                asked(before, entry, held.invocationId(), held.worker(), held.viewHash(), held.trigger());
                yield before.version();
            }
            case WorkerInvoked invoked -> {
                invitations.verify(before, invoked, entry);
                yield before.version();
            }
            case CompensationStarted started -> {
                ends.abandoned(before, started.abandonedInvocations(), entry);
                yield before.version();
            }
            case BoardCancelled cancelled
            when cancelled.compensation().isPresent() -> {
                commands.compensated(before, cancelled, entry);
                ends.verify(before, cancelled, entry);
                yield before.version();
            }
            case EndEvent end -> {
                ends.verify(before, end, entry);
                yield before.version();
            }
            default -> before.version();
        };
        differences.compare(
                entry,
                "version",
                Long.toString(version),
                Long.toString(entry.header().version()));
    }

    /** Of what a fallback wrote, or did when it was done first. */
    private void marks(Board before, LogEntry entry, PatchCommitted committed) {
        boolean degraded = Degradation.isOf(committed.worker(), before)
                || committed.repeats().isPresent()
                        && before.memory()
                                .actions()
                                .find(committed.trigger().flatMap(Trigger::actionId))
                                .filter(Actions.Done::degraded)
                                .isPresent();
        differences.compare(
                entry,
                MARKS,
                Provenance.words(Provenance.of(degraded)).toString(),
                Provenance.words(committed.marks()).toString());
    }

    private static Set<Phase> phases(Event event) {
        return switch (event) {
            case RejectedEvent rejected -> EnumSet.allOf(Phase.class);
            case BoardCreated created -> EnumSet.of(Phase.ABSENT);
            case BoardResumed resumed -> EnumSet.of(Phase.PAUSED);
            case Decided decided -> EnumSet.of(Phase.OPEN, Phase.PAUSED);
            case BoardEdited edited -> EnumSet.of(Phase.OPEN, Phase.PAUSED);
            case BoardMarked marked -> EnumSet.of(Phase.OPEN, Phase.PAUSED);
            case BoardRestored restored -> EnumSet.of(Phase.OPEN, Phase.PAUSED);
            case BlueprintAmended amended -> EnumSet.of(Phase.OPEN, Phase.PAUSED);
            case BoardReopened reopened -> EnumSet.of(Phase.HALTED, Phase.CANCELLED);
            case PatchCommitted committed -> asked(committed.trigger());
            case WorkerInvoked invoked -> asked(Optional.of(invoked.trigger()));
            case BoardPaused paused -> EnumSet.of(Phase.OPEN);
            case BranchStopped stopped when Rule.undoes(stopped.trigger()) -> EnumSet.of(Phase.COMPENSATING);
            case OwnEvent own -> EnumSet.of(Phase.OPEN, Phase.PAUSED);
            case BoardCompleted completed -> EnumSet.of(Phase.OPEN, Phase.PAUSED);
            case EndEvent end -> EnumSet.of(Phase.OPEN, Phase.PAUSED, Phase.COMPENSATING);
            case UnknownEvent unknown -> EnumSet.allOf(Phase.class);
        };
    }

    /** While a board is compensating, its handlers alone are at work, and they are at no other time. */
    private static Set<Phase> asked(Optional<Trigger> trigger) {
        return EnumSet.of(trigger.filter(Rule::undoes).isPresent() ? Phase.COMPENSATING : Phase.OPEN);
    }

    private boolean changes(Board before, LogEntry entry, StateChanged event) {
        Revision revision = Applier.revision(before, entry, event.patch());
        if (!revision.patchJson().equals(event.patch())) {
            differences.add(entry, "patch", "the operations as they were done, without \"-\"", "others");
        }
        return revision.changes();
    }

    private void answer(Board before, LogEntry entry, PatchCommitted committed) {
        differences.compare(
                entry,
                "approvedBy",
                committed
                        .held()
                        .flatMap(before.work()::heldPatch)
                        .map(HeldPatch::approvedBy)
                        .orElse(List.of())
                        .toString(),
                committed.approvedBy().toString());
        if (committed.repeats().isPresent()) {
            repeated(before, entry, committed, committed.repeats().get());
            return;
        }
        asked(before, entry, committed.invocationId(), committed.worker(), committed.viewHash(), committed.trigger());
    }

    /** It repeats what its worker was invited with; without an invitation, nothing. */
    private void asked(
            Board before,
            LogEntry entry,
            Optional<String> invocationId,
            String worker,
            Optional<String> viewHash,
            Optional<Trigger> trigger) {
        Optional<OpenInvocation> open = invocationId.flatMap(before.work()::unended);
        if (open.isPresent() || invocationId.isEmpty()) {
            compare(entry, "viewHash", open.map(OpenInvocation::viewHash), viewHash);
            compare(entry, "trigger", json(open.map(OpenInvocation::trigger)), json(trigger));
        }
        open.ifPresent(answered -> differences.compare(entry, "worker", answered.worker(), worker));
    }

    private static Optional<String> json(Optional<Trigger> trigger) {
        return trigger.map(Trigger::toJson).map(Json::toString);
    }

    /** It names the commit with which the action of its trigger was done. */
    private void repeated(Board before, LogEntry entry, PatchCommitted committed, PatchCommitted.Repeated repeats) {
        Optional<String> action = committed.trigger().flatMap(Trigger::actionId);
        compare(
                entry,
                "repeats",
                before.memory().actions().find(action).map(done -> Long.toString(done.sequence())),
                Optional.of(Long.toString(repeats.sequence())));
        compare(entry, "invocationId", Optional.empty(), committed.invocationId());
        differences.compare(
                entry, "proposalId", PatchCommitted.Repeated.proposalId(entry.sequence()), committed.proposalId());
    }

    private void answer(Board before, LogEntry entry, PatchRejected rejected) {
        Optional<OpenInvocation> ended = rejected.invocationId().flatMap(before.work()::unended);
        ended.ifPresent(open -> compare(entry, "worker", Optional.of(open.worker()), rejected.worker()));
        // Kernels of before did not repeat them.
        rejected.viewHash()
                .ifPresent(claimed ->
                        compare(entry, "viewHash", ended.map(OpenInvocation::viewHash), Optional.of(claimed)));
        rejected.trigger()
                .ifPresent(claimed -> compare(
                        entry, "trigger", json(ended.map(OpenInvocation::trigger)), json(Optional.of(claimed))));
        boolean admitted = rejected.stage() != Stage.ADMISSION || before.phase() == Phase.PAUSED;
        if (!admitted) {
            compare(entry, "invocationId", Optional.empty(), rejected.invocationId());
        }
    }

    private void compare(LogEntry entry, String what, Optional<String> computed, Optional<String> claimed) {
        differences.compare(entry, what, computed.orElse(NONE), claimed.orElse(NONE));
    }

    void verifyState(Board after, LogEntry entry) {
        if (entry.event() instanceof BoardCreated created) {
            commands.created(after, created, entry);
        }
        stateHash(entry.event())
                .ifPresent(claimed ->
                        differences.compare(entry, "stateHash", claimed.expectedOf(after.state()), claimed.hex()));
        versions.keep(after);
    }

    private static Optional<StateHash> stateHash(Event event) {
        return switch (event) {
            case BoardCreated created -> Optional.of(created.stateHash());
            case StateChanged changed -> Optional.of(changed.stateHash());
            case EndEvent end -> Optional.of(end.stateHash());
            default -> Optional.empty();
        };
    }
}
