package io.patchboard.kernel.apply;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.record.WorkerInvoked;

/** An invocation is open, in place of what waited for it. */
final class WorkerInvokedApplier {

    private WorkerInvokedApplier() {}

    static void apply(WorkerInvoked invoked, BoardEdit edit) {
        edit.work().open(invoked, edit.before().circuit().switches());
        edit.count(invoked.trigger());
        if (Rule.undoes(invoked.trigger())) {
            edit.memory().compensate(all -> all.asking(invoked.trigger().sequence()));
        }
        boolean hasBudgets = edit.contract().hasBudgets(invoked.worker());
        edit.memory().spend(spending -> spending.plusInvocation(invoked.worker(), hasBudgets));
    }
}
