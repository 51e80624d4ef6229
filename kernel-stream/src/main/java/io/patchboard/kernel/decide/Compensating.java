package io.patchboard.kernel.decide;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.dispatch.Call;
import io.patchboard.kernel.decide.dispatch.Invoker;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Compensations;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Cause;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;

/**
 * Undoes what was done, before a board ends without its goal (ALAS, appendix A.6): one handler after the other, the
 * last commit first. Each is asked as its own policy says, and so is who catches it; where all of that comes to nothing
 * the log says so, and the next one has its turn. Nothing else happens on the board meanwhile, and the end follows the
 * last of them.
 */
final class Compensating {

    /** Of a decision's work; what is left then is done with the next tick, which is due at once. */
    private static final double PART = 0.5;

    private final Invoker invoker;

    Compensating(Invoker invoker) {
        this.invoker = invoker;
    }

    /** Brings it on as far as it gets by now. */
    void goOn(Transcript log) {
        while (log.board().phase() == Phase.COMPENSATING
                && log.board().open().isEmpty()
                && !log.work().isDone(PART)) {
            Board board = log.board();
            Compensations all = board.memory().compensations();
            Compensations.Started started = all.started().orElseThrow();
            List<WaitingInvocation> waiting = board.waiting();
            if (!waiting.isEmpty()) {
                if (waiting.get(0).notBefore().isAfter(log.time())) {
                    return;
                }
                invoker.compensate(Call.again(waiting.get(0), false), log);
            } else if (all.asked().isPresent()) {
                giveUp(all.asked().get(), log);
            } else if (all.next().isPresent()) {
                ask(all.next().get(), started, log);
            } else {
                Endings.compensated(started, all.left(), log);
            }
        }
    }

    private void ask(Compensations.Done done, Compensations.Started started, Transcript log) {
        Trigger trigger = new Trigger(Rule.COMPENSATION, done.sequence(), done.item())
                .withAction(Optional.of(Invoker.undoing(log.board(), done.sequence())));
        Cause cause = new Cause(Cause.Action.COMPENSATE, started.sequence());
        String handler = handler(done, log.board());
        invoker.compensate(Call.of(handler, Optional.of(cause), trigger, 1, List.of(), Optional.empty()), log);
    }

    private static void giveUp(long commit, Transcript log) {
        Compensations.Done done =
                log.board().memory().compensations().find(commit).orElseThrow();
        String handler = handler(done, log.board());
        log.append(new BranchStopped(
                new Trigger(Rule.COMPENSATION, commit, done.item()),
                Optional.of(handler),
                BranchStopped.Reason.ATTEMPTS_SPENT,
                "Expected worker \"" + handler + "\" to undo what worker \"" + done.worker() + "\" did with entry "
                        + commit + ", but it had no usable answer. Somebody has to see to it.",
                List.of()));
    }

    private static String handler(Compensations.Done done, Board board) {
        return board.rules().worker(done.worker()).flatMap(WorkerRole::handler).orElseThrow();
    }
}
