package io.patchboard.kernel.apply;

import io.patchboard.record.BoardReopened;

/** The board is open again; who is invited again waits for nothing, and budgets are larger. */
final class BoardReopenedApplier {

    private BoardReopenedApplier() {}

    static void apply(BoardReopened reopened, BoardEdit edit) {
        edit.state().reopen();
        edit.work().reopen(reopened.invites(), edit.header().time(), edit.header());
        reopened.raised().forEach(raise -> edit.memory().spend(spending -> spending.raised(raise)));
    }
}
