package io.patchboard.kernel.decide;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.ChangeKind;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.record.Stage;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Has nobody changed what the proposal overwrites since the worker's view was taken?
 *
 * <p>Only replaced and removed values can be stale; what is added was not there to be seen, and what the same worker
 * changed by an earlier answer to the same trigger is its own. A write contract may say that the last writer wins
 * ({@code onConflict: overwrite}). An unsolicited proposal had no view, so it guards itself with {@code test} operations.
 */
final class Precondition {

    private Precondition() {}

    static Checked<Candidate> check(Candidate candidate) {
        Optional<OpenInvocation> invocation = candidate.admitted().invocation();
        if (invocation.isEmpty() || candidate.admitted().board().changes().isEmpty()) {
            return Checked.pass(candidate);
        }
        long seen = invocation.get().baseVersion();
        List<Effect> effects = candidate.revision().effects();
        for (Effect effect : effects) {
            if (effect.kind() == ChangeKind.ADD || candidate.admitted().role().mayOverwrite(effect.place())) {
                continue;
            }
            JsonPointer place = inView(effect, effects);
            for (StateChange change : candidate.admitted().board().changes()) {
                if (change.version() > seen && !change.isBy(invocation.get()) && change.touches(place)) {
                    return Checked.refuse(
                            Stage.PRECONDITION,
                            "stale",
                            place.toString(),
                            "Expected " + place + " to be as in the worker's view of version " + seen
                                    + ", but version " + change.version()
                                    + " changed it. Look again and propose on what is there now.");
                }
            }
        }
        return Checked.pass(candidate);
    }

    /**
     * Where the value was before the patch. An index that the patch itself moved says no more which item it was, so it
     * is then the array.
     */
    @SuppressWarnings("ReferenceEquality") // it asks for the effects other than this one, equal or not
    private static JsonPointer inView(Effect effect, List<Effect> effects) {
        return effects.stream()
                .filter(other -> other != effect && other.shifted())
                .map(Effect::touched)
                .filter(array -> array.isPrefixOf(effect.place()))
                .min(Comparator.comparing(array -> array.tokens().size()))
                .orElse(effect.place());
    }
}
