package io.patchboard.experiments.jobshop;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the order of all operations and has each begin when it can, never earlier than it was to: always possible. */
final class RightShift {

    private RightShift() {}

    static Schedule of(Situation situation) {
        Instance instance = situation.instance();
        Map<Op, Slot> slots = situation.underWay();
        int[] free = new int[instance.machines()];
        situation.outOfOrder().forEach((machine, until) -> free[machine] = until);
        Map<Integer, Integer> ready = new HashMap<>();
        slots.forEach((op, slot) -> {
            free[instance.step(op).machine()] = Math.max(free[instance.step(op).machine()], slot.end());
            ready.merge(op.job(), slot.end(), Math::max);
        });
        List<Op> others = new ArrayList<>(situation.schedule().slots().keySet());
        others.removeAll(slots.keySet());
        others.sort(Comparator.comparingInt(
                        (Op op) -> situation.schedule().slots().get(op).start())
                .thenComparingInt(Op::step));
        for (Op op : others) {
            int machine = instance.step(op).machine();
            int planned = situation.schedule().slots().get(op).start();
            int start = Math.max(planned, Math.max(free[machine], ready.getOrDefault(op.job(), 0)));
            Slot slot = situation.slot(op, start);
            slots.put(op, slot);
            free[machine] = slot.end();
            ready.put(op.job(), slot.end());
        }
        return new Schedule(slots);
    }
}
