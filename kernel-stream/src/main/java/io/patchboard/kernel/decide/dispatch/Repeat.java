package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Actions;
import io.patchboard.kernel.state.TriggerRelocation;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

    /** Whether any of its places lies below one of these: nothing else is moved by what happens to their members. */
    boolean isBelow(Set<String> parents) {
        for (String parent : parents) {
            if (now.path().filter(place -> isBelow(place, parent)).isPresent()
                    || now.paths().stream().anyMatch(place -> isBelow(place, parent))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBelow(String place, String parent) {
        return place.startsWith(parent) && place.startsWith("/", parent.length());
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
