package io.patchboard.kernel.apply;

import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.record.BlueprintAmended;

/** The board goes on under another blueprint, with what that has a place for. */
final class BlueprintAmendedApplier {

    private BlueprintAmendedApplier() {}

    static void apply(BlueprintAmended amended, Blueprints blueprints, BoardEdit edit) {
        Blueprint next = BoardCreatedApplier.blueprint(amended.blueprint(), blueprints, edit);
        amended.superseded().forEach(id -> {
            edit.ended(id);
            edit.close(id);
        });
        edit.work().ruledBy(next, amended.invites(), edit.dueNow(), edit.header());
        edit.state().ruledBy(next);
        // Detectors, and who stands in for whom, are the new blueprint's.
        edit.memory().end();
        edit.memory()
                .watch(circuit ->
                        circuit.began(edit.header().sequence(), edit.before().stateHash()));
        edit.forgetOldChanges();
    }
}
