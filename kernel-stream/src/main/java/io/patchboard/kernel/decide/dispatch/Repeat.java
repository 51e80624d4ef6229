package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.patch.Reach;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Actions;
import io.patchboard.kernel.state.TriggerRelocation;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;

/**
 * A worker is wanted for an action that was done already.
 *
 * @param trigger as the log names it
 * @param now with the places that its items have by now, which a pinned one does not name
 * @param releases sequences of the held triggers that it uses up
 */
public record Repeat(String worker, Trigger trigger, Trigger now, List<Long> releases, Actions.Done done) {

    Repeat withReleases(List<Long> other) {
        return new Repeat(worker, trigger, now, other, done);
    }

    /** Whether a change may have moved what is at any of its places. */
    boolean isWithin(Reach reach) {
        return reach.hasAny(now.path(), now.paths());
    }

    /** After a change of the state; absent if what it is about is gone with it, whatever else it was joined with. */
    Optional<Repeat> after(Revision revision, Blueprint rules) {
        if (rules.rule(trigger.rule()).filter(Rule::itemIsGone).isPresent()) {
            return Optional.of(this);
        }
        return after(now.at(now.path(), List.of()), revision)
                .flatMap(alone -> now.paths().isEmpty() ? Optional.of(alone) : after(now, revision))
                .map(moved -> new Repeat(worker, rules.staysPut(trigger) ? trigger : moved, moved, releases, done));
    }

    private static Optional<Trigger> after(Trigger trigger, Revision revision) {
        return TriggerRelocation.after(trigger, revision.before(), revision.relocation());
    }
}
