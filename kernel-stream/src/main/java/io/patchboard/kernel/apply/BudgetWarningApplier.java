package io.patchboard.kernel.apply;

import io.patchboard.kernel.state.Spending;
import io.patchboard.record.BudgetWarning;

/** The warning is not written again. */
final class BudgetWarningApplier {

    private BudgetWarningApplier() {}

    static void apply(BudgetWarning warning, BoardEdit edit) {
        String name = warning.worker()
                .map(worker -> Spending.name(worker, warning.budget()))
                .orElse(warning.budget().word());
        edit.memory().spend(spending -> spending.plusWarning(name));
    }
}
