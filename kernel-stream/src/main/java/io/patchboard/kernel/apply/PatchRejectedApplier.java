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
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import io.patchboard.record.Trigger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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
                    .ifPresent(failed -> failed.current().ifPresent(left -> handOver(failed, left, rejected, edit)));
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
     * A worker's attempts are spent: who catches it, if anybody does, takes over, and learns why. What is withdrawn is
     * its own still, should the board be reopened. For what an amendment has taken out of the blueprint while a gate
     * held the answer, nobody comes.
     */
    private static void handOver(OpenInvocation failed, Trigger left, PatchRejected rejected, BoardEdit edit) {
        Optional<String> catcher = edit.contract()
                .role(failed.worker())
                .flatMap(role -> role.catcher(Policy.errors(rejected.stage(), rejected.failure())));
        catcher.ifPresent(other -> edit.memory()
                .share(List.of(failed.worker()), other, edit.before().rules()));
        boolean withdrawn = rejected.rejection().is(RejectionCode.WITHDRAWN);
        if (!new Amendment(edit.before().rules()).has(failed.worker(), left)) {
            return;
        }
        if (catcher.isPresent() && !withdrawn) {
            edit.work()
                    .await(new WaitingInvocation(
                            catcher.get(),
                            1,
                            left,
                            edit.header().time(),
                            new Cause(Cause.Action.CATCH, edit.header().sequence()),
                            failed.baseVersion(),
                            Expansions.NONE,
                            Setbacks.NONE));
        } else if (withdrawn || edit.before().phase() == Phase.OPEN) {
            edit.work().givenUp().add(failed.worker(), left, failed.baseVersion());
        }
    }
}
