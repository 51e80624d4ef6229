package io.patchboard.kernel.apply;

import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Mark;
import io.patchboard.record.BoardRestored;
import java.util.Optional;

/** The state is what it was before; what was to be done then is to be done again, and nothing else. */
final class BoardRestoredApplier {

    private BoardRestoredApplier() {}

    static void apply(BoardRestored restored, Optional<Revision> done, BoardEdit edit) {
        restored.superseded().forEach(id -> {
            edit.ended(id);
            edit.close(id);
        });
        HandMade.change(restored, done, edit);
        restored.mark()
                .map(name -> Optional.ofNullable(edit.before().present().marks().get(name))
                        .orElseThrow(() -> edit.corrupt("Expected a mark \"" + name + "\", but there is none")))
                .map(Mark::origins)
                .ifPresent(edit.state()::restore);
        edit.work().restore(restored.invites(), edit.dueNow(), edit.header());
        // What happens from now on happened before, and is no circle.
        if (restored.requested().isPresent()) {
            edit.memory().end();
        }
        edit.memory()
                .watch(circuit -> circuit.restored(
                        edit.header().sequence(), restored.stateHash().hex()));
        edit.forgetOldChanges();
    }
}
