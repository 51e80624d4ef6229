package io.patchboard.kernel.apply;

import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.TripAction;
import io.patchboard.record.CircuitTripped;
import java.util.Collection;
import java.util.List;

/** The detector begins to count anew; what the action cuts off waits no more, and who takes over learns why. */
final class CircuitTrippedApplier {

    private CircuitTrippedApplier() {}

    static void apply(CircuitTripped tripped, BoardEdit edit) {
        Blueprint rules = edit.before().rules();
        edit.watch(circuit -> circuit.tripped(tripped, rules.workers().keySet()));
        TripAction.Kind.of(tripped.action())
                .filter(kind -> kind.cutsOff() && !tripped.evidence().isEmpty())
                .ifPresent(kind -> edit.work()
                        .dropWaitingFor(
                                tripped.evidence().get(tripped.evidence().size() - 1)));
        tripped.target()
                .ifPresent(target -> edit.feedback()
                        .share(
                                tripped.worker()
                                        .<Collection<String>>map(List::of)
                                        .orElse(rules.workers().keySet()),
                                target,
                                rules));
    }
}
