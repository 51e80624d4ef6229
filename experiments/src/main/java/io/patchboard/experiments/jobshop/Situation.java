package io.patchboard.experiments.jobshop;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What there is to plan with.
 *
 * @param now before which nothing can be changed
 */
record Situation(Instance instance, Schedule schedule, List<Disruption> disruptions, int now) {

    /** Whether an operation began before now, so that it stays where it is. */
    boolean begun(Op op) {
        return schedule.slot(op).filter(slot -> slot.start() < now).isPresent();
    }

    /** What an operation has lost by now, and so will take beyond its duration. */
    int lost(Op op) {
        return disruptions.stream()
                .filter(met -> met.machine() == instance.step(op).machine()
                        && met.job().equals(Optional.of(op.job())))
                .mapToInt(Disruption::lost)
                .max()
                .orElse(0);
    }

    int takes(Op op) {
        return instance.step(op).duration() + lost(op);
    }

    /** When each operation that began ends. */
    Map<Op, Slot> underWay() {
        return schedule.slots().entrySet().stream()
                .filter(entry -> begun(entry.getKey()))
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> slot(entry.getKey(), entry.getValue().start())));
    }

    /** Where an operation is if it begins then. */
    Slot slot(Op op, int start) {
        return new Slot(start, start + takes(op), lost(op));
    }

    /** Until when each machine that is out of order is. */
    Map<Integer, Integer> outOfOrder() {
        Map<Integer, Integer> until = new TreeMap<>();
        disruptions.stream()
                .filter(met -> met.to() > now)
                .forEach(met -> until.merge(met.machine(), met.to(), Math::max));
        return until;
    }
}
