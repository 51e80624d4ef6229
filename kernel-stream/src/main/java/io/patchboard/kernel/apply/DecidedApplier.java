package io.patchboard.kernel.apply;

import io.patchboard.kernel.circuit.Circuit;
import io.patchboard.kernel.state.Incident;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.Decided;
import io.patchboard.record.Requested;

/** What a person had to decide is decided: who is invited waits for nothing, and budgets may be larger. */
final class DecidedApplier {

    private DecidedApplier() {}

    static void apply(Decided decided, BoardEdit edit) {
        Incident incident = edit.work()
                .people()
                .decided(decided.item())
                .orElseThrow(() -> edit.corrupt(
                        "Expected something that a person has to decide, but #" + decided.item() + " is none"));
        if (incident.gate().isPresent()) {
            edit.work()
                    .people()
                    .decided(
                            incident,
                            incident.gate().get(),
                            decided.option(),
                            decided.requested().flatMap(Requested::by));
            return;
        }
        edit.work().resolve(incident, edit.before().work().givenUp(incident), decided, edit.dueNow(), edit.header());
        decided.raised().forEach(raise -> edit.memory().spend(spending -> spending.raised(raise)));
        if (incident.reason() == BoardHalted.Reason.CIRCUIT) {
            edit.memory().watch(Circuit::lookedAt);
        }
    }
}
