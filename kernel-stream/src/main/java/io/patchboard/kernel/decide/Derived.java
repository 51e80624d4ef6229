package io.patchboard.kernel.decide;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.dispatch.Invoker;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Tainting;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.Taint;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.util.Optional;
import java.util.Set;

/** What entries say that follows from the board, for who reads a log and works it out again. */
public final class Derived {

    private Derived() {}

    /** What all workers of a board used, as its end says; absent where it was made for no other. */
    public static Optional<Usage> usage(Board board) {
        return Endings.usage(board);
    }

    /** What taints the view of an invocation. */
    public static Set<Taint> taint(Board before, WorkerRole role, WorkerInvoked invoked) {
        if (Tainting.everShown(before).isEmpty()) {
            return Set.of(); // whatever it was shown and told of others' answers
        }
        boolean now = invoked.baseVersion() == before.version() && !Rule.undoes(invoked.trigger());
        return Invoker.taint(before, role, invoked.trigger(), now, new Work(Work.LIMIT));
    }
}
