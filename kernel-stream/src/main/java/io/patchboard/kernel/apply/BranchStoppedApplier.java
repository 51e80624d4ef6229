package io.patchboard.kernel.apply;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.record.BranchStopped;

/** What waited for the trigger waits no more. */
final class BranchStoppedApplier {

    private BranchStoppedApplier() {}

    static void apply(BranchStopped stopped, BoardEdit edit) {
        edit.count(stopped.trigger());
        if (Rule.undoes(stopped.trigger())) {
            edit.memory().compensate(all -> all.gaveUp(stopped.trigger().sequence()));
            return;
        }
        edit.work()
                .stop(stopped, edit.before().version(), edit.before().circuit().switches());
        if (stopped.reason() == BranchStopped.Reason.REPEATED) {
            edit.work()
                    .repeat(
                            stopped.worker().orElse(""),
                            stopped.trigger(),
                            stopped.releases(),
                            edit.before().circuit().switches());
        }
    }
}
