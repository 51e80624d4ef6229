package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.record.TriggerHeld.Reason;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Matches that are handled together.
 *
 * @param start takes what goes on as one
 */
record Batches(Holding holding, Transcript log, Consumer<Arrival> start) {

    /** As many as one batch has of them go on; those whose condition does not hold any more are dropped. */
    void start(Rule rule, List<HeldTrigger> members) {
        int most = rule.batch().flatMap(Rule.Batch::size).orElse(members.size());
        List<HeldTrigger> taken = members.subList(0, Math.min(most, members.size()));
        Map<Boolean, List<HeldTrigger>> hold = taken.stream()
                .collect(Collectors.partitioningBy(member ->
                        rule.forEach().isPresent() || Arrival.of(rule, member).stillHolds(log)));
        holding.dropAll(rule, hold.get(false));
        if (!hold.get(true).isEmpty()) {
            start.accept(Arrival.of(rule, hold.get(true)));
        }
    }

    /** Those that nobody will fill up any more go as they are. */
    void flush() {
        for (Rule rule : log.board().rules().rules()) {
            if (!log.isOpen()) {
                return;
            }
            List<HeldTrigger> members = holding.of(rule, Reason.BATCH);
            if (!members.isEmpty()) {
                start(rule, members);
            }
        }
    }
}
