package io.patchboard.experiments.jobshop;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * When each operation is done. Says nothing of whether that is possible.
 *
 * @param slots by operation; those that are not planned are not there
 */
record Schedule(Map<Op, Slot> slots) {

    private static final Comparator<Op> BY_NUMBER =
            Comparator.comparingInt(Op::job).thenComparingInt(Op::step);

    Schedule {
        Map<Op, Slot> sorted = new TreeMap<>(BY_NUMBER);
        sorted.putAll(slots);
        slots = sorted;
    }

    Optional<Slot> slot(Op op) {
        return Optional.ofNullable(slots.get(op));
    }

    /** When the last operation ends; 0 if there is none. */
    int makespan() {
        return slots.values().stream().mapToInt(Slot::end).max().orElse(0);
    }

    /** What a machine does, in the order of time. */
    List<Op> on(Instance instance, int machine) {
        return slots.keySet().stream()
                .filter(op -> instance.step(op).machine() == machine)
                .sorted(Comparator.comparingInt((Op op) -> slots.get(op).start())
                        .thenComparing(BY_NUMBER))
                .toList();
    }

    /** The operations that begin at another time than in the other. */
    List<Op> movedFrom(Schedule other) {
        return slots.keySet().stream()
                .filter(op -> other.slot(op)
                        .filter(was -> was.start() == slots.get(op).start())
                        .isEmpty())
                .toList();
    }

    /** Whether all that began in the other before now is where it was, and nothing else went to a time before now. */
    boolean keeps(Schedule other, int now) {
        return movedFrom(other).stream()
                .allMatch(op -> slots.get(op).start() >= now
                        && other.slot(op).filter(was -> was.start() >= now).isPresent());
    }
}
