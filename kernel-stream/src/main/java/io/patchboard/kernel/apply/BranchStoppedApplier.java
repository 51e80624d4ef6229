package io.patchboard.kernel.apply;

import io.patchboard.record.BranchStopped;

/** What waited for the trigger waits no more. */
final class BranchStoppedApplier {

    private BranchStoppedApplier() {}

    static void apply(BranchStopped stopped, BoardEdit edit) {
        edit.count(stopped.trigger());
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
