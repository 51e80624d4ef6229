package io.patchboard.kernel.apply;

import io.patchboard.json.Json;
import io.patchboard.kernel.patch.Reach;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.kernel.state.Expansions;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.TriggerRelocation;
import io.patchboard.record.Trigger;
import java.util.Optional;

/**
 * Where things are after a commit that moved them.
 *
 * @param before the state that is left
 */
record Moves(Contract contract, Json before, Relocation relocation, Reach reach) {

    Moves(Contract contract, Json before, Relocation relocation) {
        this(contract, before, relocation, relocation.reach());
    }

    /** Absent if what the trigger is about is gone. */
    Optional<Trigger> of(Trigger trigger) {
        return !isNear(trigger) || contract.staysPut(trigger)
                ? Optional.of(trigger)
                : TriggerRelocation.after(trigger, before, relocation);
    }

    /** An invocation stays: its answer is wanted even if what it is about is gone. */
    OpenInvocation of(OpenInvocation invocation) {
        boolean stays = invocation.current().stream().noneMatch(this::isNear)
                && !reach.hasAny(invocation.expansions().handles());
        return stays ? invocation : moved(invocation);
    }

    private boolean isNear(Trigger trigger) {
        return reach.hasAny(trigger.path(), trigger.paths());
    }

    private OpenInvocation moved(OpenInvocation invocation) {
        return invocation
                .withCurrent(invocation.current().flatMap(this::of))
                .withExpansions(of(invocation.expansions(), invocation.trigger()));
    }

    Expansions of(Expansions expansions, Trigger trigger) {
        return contract.pins(trigger) ? expansions : expansions.after(relocation);
    }
}
