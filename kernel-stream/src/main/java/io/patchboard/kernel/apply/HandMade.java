package io.patchboard.kernel.apply;

import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Origin;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.Tainting;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.StateChanged;
import io.patchboard.record.Taint;
import java.util.Optional;
import java.util.Set;

/**
 * Changes of the state that an operator makes. They wrote what they wrote for no worker, and for no rule. What they
 * changed is tainted as before: nothing says that he has looked at where it comes from. What is brought back from a
 * former state is tainted by all that the board may ever have had, and degraded if anything may have been, unless it
 * was marked and its origins were kept. What he edits himself is not degraded: he is no fallback.
 */
final class HandMade {

    private HandMade() {}

    /** @param done what the patch does to this very state, if that is known */
    static void change(StateChanged event, Optional<Revision> done, BoardEdit edit) {
        if (edit.header().version() == edit.before().version()) {
            return;
        }
        Revision revision = PatchCommittedApplier.revision(done, event, edit);
        PatchCommittedApplier.follow(revision, edit);
        edit.state()
                .change(
                        revision,
                        event.stateHash().hex(),
                        Origin.ofNobody(edit.header().sequence())
                                .tainted(taint(event, revision, edit.before()))
                                .degraded(event instanceof BoardRestored && Degradation.ever(edit.before())),
                        Optional.empty());
    }

    private static Set<Taint> taint(StateChanged event, Revision revision, Board before) {
        Origins origins = before.present().origins();
        Set<Taint> all = event instanceof BoardRestored ? Tainting.everShown(before) : Set.of();
        for (Operation operation : revision.patch().operations()) {
            all = Taint.union(all, origins.taint(operation.path()));
        }
        return all;
    }
}
