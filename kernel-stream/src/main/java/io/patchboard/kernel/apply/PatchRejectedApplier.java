package io.patchboard.kernel.apply;

import io.patchboard.kernel.blueprint.Policy;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Expansions;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.RememberedRejection;
import io.patchboard.kernel.state.Setbacks;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.record.Cause;
import io.patchboard.record.Failure;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The invocation that it ends is closed; its worker learns why, and is asked again, or who catches it is. */
final class PatchRejectedApplier {

    private PatchRejectedApplier() {}

    static void apply(PatchRejected rejected, BoardEdit edit) {
        Board board = edit.before();
        if (rejected.held().isEmpty()) {
            rejected.usage().ifPresent(usage -> edit.charge(rejected.worker().orElse(""), usage));
        }
        if (rejected.invocationId().isEmpty() && board.phase() == Phase.OPEN) {
            watch(rejected, Optional.empty(), edit);
        }
        rejected.invocationId().ifPresent(id -> {
            OpenInvocation ended = edit.ended(id);
            boolean forgiven = rejected.retryAt().isPresent()
                    && edit.contract().forgives(ended.worker(), rejected.stage(), rejected.failure());
            if (!forgiven) {
                watch(rejected, Optional.of(ended), edit);
            }
            rejected.retryAt().ifPresent(at -> retry(ended, rejected.stage(), at, forgiven, edit));
            if (forgiven) {
                edit.closeUncharged(ended);
            } else {
                edit.close(id);
            }
        });
        if (rejected.failure().filter(failure -> failure.kind().passes()).isEmpty()) {
            rejected.worker().ifPresent(worker -> remember(worker, rejected, edit));
        }
        if (rejected.retryAt().isEmpty()) {
            rejected.invocationId()
                    .flatMap(board.work()::unended)
                    .ifPresent(failed -> handOver(failed, Policy.errors(rejected.stage(), rejected.failure()), edit));
        }
        rejected.held().ifPresent(edit::release);
        edit.forgetOldChanges();
    }

    private static void remember(String worker, PatchRejected rejected, BoardEdit edit) {
        Optional<OpenInvocation> ended =
                rejected.invocationId().flatMap(edit.before().work()::unended);
        edit.memory()
                .remember(new RememberedRejection(
                        rejected.rejectionAsTold(),
                        edit.header().sequence(),
                        worker,
                        ended.map(open -> open.current().orElse(open.trigger())),
                        RejectedPlaces.of(rejected)));
    }

    private static void watch(PatchRejected rejected, Optional<OpenInvocation> ended, BoardEdit edit) {
        Board board = edit.before();
        boolean contended = Contention.explains(rejected, ended, board);
        edit.memory()
                .watch(circuit -> circuit.rejected(
                        edit.header(),
                        rejected,
                        ended.map(OpenInvocation::trigger),
                        contended,
                        board.rules().circuit()));
    }

    /**
     * An answer that a pause kept out was not a failed attempt, so the next one has the same number, and is made as
     * soon as the board goes on.
     *
     * @param forgiven whether it was no attempt of the worker's either
     */
    private static void retry(OpenInvocation failed, Stage stage, Instant at, boolean forgiven, BoardEdit edit) {
        boolean keptOut = stage == Stage.ADMISSION;
        failed.current()
                .ifPresent(trigger -> edit.work()
                        .await(new WaitingInvocation(
                                failed.worker(),
                                keptOut || forgiven ? failed.attempt() : failed.attempt() + 1,
                                trigger,
                                keptOut ? edit.before().pausedAt().orElse(at) : at,
                                new Cause(Cause.Action.RETRY, edit.header().sequence()),
                                failed.baseVersion(),
                                failed.expansions(),
                                forgiven ? failed.setbacks().plus(edit.header().time()) : Setbacks.NONE)));
    }

    /**
     * A worker's attempts are spent: who catches it, if anybody does, takes over, and learns why. For what an amendment
     * has taken out of the blueprint while a gate held the answer, nobody does.
     */
    private static void handOver(OpenInvocation failed, Set<Failure.Kind> errors, BoardEdit edit) {
        if (!new Amendment(edit.before().rules()).has(failed.worker(), failed.trigger())) {
            return;
        }
        Optional<String> catcher = edit.contract().role(failed.worker()).flatMap(role -> role.catcher(errors));
        if (catcher.isPresent() && failed.current().isPresent()) {
            edit.work()
                    .await(new WaitingInvocation(
                            catcher.get(),
                            1,
                            failed.current().get(),
                            edit.header().time(),
                            new Cause(Cause.Action.CATCH, edit.header().sequence()),
                            failed.baseVersion(),
                            Expansions.NONE,
                            Setbacks.NONE));
            edit.memory()
                    .share(
                            List.of(failed.worker()),
                            catcher.get(),
                            edit.before().rules());
        } else if (edit.before().phase() == Phase.OPEN) {
            failed.current()
                    .ifPresent(trigger -> edit.work().givenUp().add(failed.worker(), trigger, failed.baseVersion()));
        }
    }
}
