package io.patchboard.kernel.apply;

import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.record.CircuitTripped;
import java.util.Collection;
import java.util.List;

/** The detector begins to count anew; what the action cuts off waits no more, and who takes over learns why. */
final class CircuitTrippedApplier {

    private CircuitTrippedApplier() {}

    static void apply(CircuitTripped tripped, BoardEdit edit) {
        Blueprint rules = edit.before().rules();
        edit.memory()
                .watch(circuit -> circuit.tripped(
                        edit.header().sequence(), tripped, rules.workers().keySet()));
        tripped.raised().forEach(raise -> edit.memory().spend(spending -> spending.raised(raise)));
        List<Long> evidence = tripped.evidence();
        if (tripped.action().cutsOff() && !evidence.isEmpty()) {
            edit.work()
                    .dropWaitingFor(
                            evidence.get(evidence.size() - 1), tripped.action().invokes());
        }
        tripped.insteadOf()
                .ifPresent(spent -> edit.work()
                        .givenUp()
                        .handedOver(spent.worker(), tripped.target().orElse(spent.worker()), spent.trigger()));
        tripped.target()
                .ifPresent(target -> edit.memory()
                        .share(
                                tripped.worker()
                                        .<Collection<String>>map(List::of)
                                        .orElse(rules.workers().keySet()),
                                target,
                                rules));
    }
}
