package io.patchboard.kernel.apply;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.circuit.Change;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.patch.Origin;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.kernel.patch.PatchSyntaxException;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Actions;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Compensations;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Setbacks;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.record.Cause;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Provenance;
import io.patchboard.record.StateChanged;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;

/** The state is changed by the patch; the invocation that it answers is closed. */
final class PatchCommittedApplier {

    /** The bounds were the business of who decided; they may have been others then. */
    private static final PatchLimits UNBOUNDED_PATCH = new PatchLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private static final ApplyLimits UNBOUNDED = new ApplyLimits(Integer.MAX_VALUE, Long.MAX_VALUE);

    private PatchCommittedApplier() {}

    static void apply(PatchCommitted committed, Optional<Revision> done, BoardEdit edit) {
        Board board = edit.before();
        boolean changed = edit.header().version() != board.version();
        Json after = board.state();
        List<Effect> effects = List.of();
        Optional<Revision> revised = Optional.empty();
        if (changed) {
            Revision revision = revision(done, committed, edit);
            after = revision.after();
            effects = revision.effects();
            revised = Optional.of(revision);
            change(revision, committed, edit);
        } else if (committed.marks().isEmpty() && board.present().origins().degraded(JsonPointer.ROOT)) {
            Revision revision = revision(done, committed, edit);
            edit.state().confirm(revision, origin(committed, edit));
        }
        done(committed, revised, edit);
        Change change = new Change(changed, effects, after);
        edit.memory()
                .watch(circuit -> circuit.committed(
                        edit.header(), committed, change, board.rules().circuit()));
        committed.invocationId().ifPresent(id -> {
            if (!committed.expand().isEmpty()) {
                expand(edit.ended(id), committed.expand(), edit);
            }
            edit.close(id);
        });
        if (committed.held().isPresent()) {
            edit.release(committed.held().get());
        } else {
            committed.usage().ifPresent(usage -> edit.charge(committed.worker(), usage));
        }
        edit.forgetOldChanges();
    }

    /** What was done under a key is not done again, and may have to be undone; who asks to see more has not done it. */
    private static void done(PatchCommitted committed, Optional<Revision> revision, BoardEdit edit) {
        committed.repeats().ifPresent(again -> {
            Trigger wanted =
                    committed.trigger().orElseThrow(() -> edit.corrupt("Expected the trigger of what is repeated"));
            edit.count(wanted);
            edit.work()
                    .repeat(
                            committed.worker(),
                            wanted,
                            again.releases(),
                            edit.before().circuit().switches());
        });
        Optional<Trigger> answered = committed
                .invocationId()
                .flatMap(edit.before().work()::unended)
                .map(open -> open.current().orElse(open.trigger()));
        if (answered.isEmpty() || !committed.expand().isEmpty()) {
            return;
        }
        if (Rule.undoes(answered.get())) {
            edit.memory().compensate(all -> all.undone(answered.get().sequence()));
            return;
        }
        long sequence = edit.header().sequence();
        answered.get()
                .actionId()
                .ifPresent(key -> edit.memory()
                        .done(
                                key,
                                new Actions.Done(
                                        sequence,
                                        answered.get().path(),
                                        Optional.of(revision.<Json>map(Revision::appending)
                                                .orElse(committed.patch())),
                                        committed.marks().contains(Provenance.DEGRADED))));
        if (edit.contract()
                .role(committed.worker())
                .flatMap(WorkerRole::handler)
                .isPresent()) {
            edit.memory()
                    .compensate(all -> all.plus(new Compensations.Done(
                            sequence, committed.worker(), place(committed, edit), Optional.of(committed.patch()))));
        }
    }

    /**
     * What an event's patch does to the board before it, as it was done already, if this is it. An equal state and
     * patch would do, too, but need not be spelled alike; and those that matter are the very same.
     */
    static Revision revision(Optional<Revision> done, StateChanged event, BoardEdit edit) {
        Board board = edit.before();
        return done.filter(known -> known.before() == board.state() && known.patchJson() == event.patch())
                .orElseGet(() -> revision(board, edit.header().sequence(), event.patch()));
    }

    static Revision revision(Board board, long sequence, Json patch) {
        return switch (PatchApplier.apply(board.state(), parsed(board, sequence, patch), UNBOUNDED)) {
            case PatchResult.Applied applied -> applied.revision();
            case PatchResult.PathMissing missing -> throw unfit(board, sequence, missing.message());
            case PatchResult.TestFailed failed -> throw unfit(board, sequence, failed.message());
            case PatchResult.OverLimit over -> throw unfit(board, sequence, over.message());
        };
    }

    private static CorruptLogException unfit(Board board, long sequence, String why) {
        return new CorruptLogException(board.id(), sequence, "The patch does not apply: " + why);
    }

    private static Patch parsed(Board board, long sequence, Json patch) {
        try {
            return Patch.parse(patch, UNBOUNDED_PATCH);
        } catch (PatchSyntaxException e) {
            throw new CorruptLogException(board.id(), sequence, e.getMessage());
        }
    }

    /** What is about something stays with it. */
    static void follow(Revision revision, BoardEdit edit) {
        edit.work().follow(revision.before(), revision.relocation());
        edit.memory().follow(revision.before(), revision.relocation(), edit.contract()::staysPut);
    }

    private static void change(Revision revision, PatchCommitted committed, BoardEdit edit) {
        follow(revision, edit);
        edit.state()
                .change(
                        revision,
                        committed.stateHash().hex(),
                        origin(committed, edit),
                        committed
                                .trigger()
                                .filter(edit.contract()::pins)
                                .map(answered -> new StateChange.Author(committed.worker(), answered)));
    }

    private static Origin origin(PatchCommitted committed, BoardEdit edit) {
        Optional<String> place = place(committed, edit);
        return new Origin(
                edit.header().sequence(),
                Optional.of(committed.worker()),
                committed.trigger().map(trigger -> new Origin.Source(trigger.sequence(), place)),
                committed.taint(),
                committed.marks().contains(Provenance.DEGRADED));
    }

    /** What the worker was invoked for is named by the place that it has after the patch. */
    private static Optional<String> place(PatchCommitted committed, BoardEdit edit) {
        return committed
                .invocationId()
                .flatMap(edit.work()::find)
                .flatMap(OpenInvocation::current)
                .flatMap(Trigger::path);
    }

    /** The worker asked to see more, and is invoked again at once, unless what it was invoked for is gone. */
    private static void expand(OpenInvocation answered, List<String> handles, BoardEdit edit) {
        answered.current()
                .ifPresent(trigger -> edit.work()
                        .await(new WaitingInvocation(
                                answered.worker(),
                                answered.attempt() + 1,
                                trigger,
                                edit.header().time(),
                                new Cause(Cause.Action.EXPAND, edit.header().sequence()),
                                answered.baseVersion(),
                                answered.expansions().plus(handles),
                                Setbacks.NONE)));
    }
}
