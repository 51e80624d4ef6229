package io.patchboard.kernel.apply;

import io.patchboard.kernel.patch.Origin;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.record.StateChanged;
import java.util.Optional;

/** Changes of the state that an operator makes. They wrote what they wrote for no worker, and for no rule. */
final class HandMade {

    private HandMade() {}

    /** @param done what the patch does to this very state, if that is known */
    static void change(StateChanged event, Optional<Revision> done, BoardEdit edit) {
        if (edit.header().version() == edit.before().version()) {
            return;
        }
        Revision revision = done.filter(known -> PatchCommittedApplier.isOf(known, edit.before(), event))
                .orElseGet(() -> PatchCommittedApplier.revision(
                        edit.before(), edit.header().sequence(), event.patch()));
        PatchCommittedApplier.follow(revision, edit);
        edit.state()
                .change(
                        revision,
                        event.stateHash().hex(),
                        new Origin(edit.header().sequence(), Optional.empty(), Optional.empty()),
                        Optional.empty());
    }
}
