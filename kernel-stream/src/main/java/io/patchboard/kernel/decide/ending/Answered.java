package io.patchboard.kernel.decide.ending;

import io.patchboard.kernel.apply.Amendment;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.Failure;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An answer that has just had its outcome.
 *
 * @param sequence of the log entry that says so
 * @param invocation that it answered; absent if unsolicited
 * @param current the invocation's trigger with the places that its items have now; absent if they are gone
 * @param abandoned whether it was rejected and its worker is not to be invoked again
 * @param failure what it failed of, where there was no answer
 * @param errors the classes of what went wrong; none where nothing did
 * @param effects what it changed; none where it changed nothing
 */
public record Answered(
        long sequence,
        String worker,
        Optional<OpenInvocation> invocation,
        Optional<Trigger> current,
        boolean abandoned,
        Optional<Failure> failure,
        Set<Failure.Kind> errors,
        List<Effect> effects) {

    /** As the invocation has it. */
    public Optional<Trigger> trigger() {
        return invocation.map(OpenInvocation::trigger);
    }

    /** Whether an amendment has left its worker, and the rule that it was invited by, if any, in the blueprint. */
    public boolean hasPlace(Blueprint rules) {
        return invocation
                .map(open -> new Amendment(rules).has(worker, open.trigger()))
                .orElseGet(() -> rules.worker(worker).isPresent());
    }
}
