package io.patchboard.experiments.jobshop;

import java.util.HashMap;
import java.util.Map;

/**
 * A plan without a search: whenever a machine could begin something, it begins that of the job with the most work left
 * ("most work remaining", non-delay), the job with the smaller number first.
 */
final class Dispatch {

    private Dispatch() {}

    static Schedule of(Instance instance) {
        int jobs = instance.jobs().size();
        int[] step = new int[jobs];
        int[] ready = new int[jobs];
        int[] left = new int[jobs];
        int[] free = new int[instance.machines()];
        for (int job = 0; job < jobs; job++) {
            left[job] = instance.jobs().get(job).stream()
                    .mapToInt(Instance.Step::duration)
                    .sum();
        }
        Map<Op, Slot> slots = new HashMap<>();
        while (true) {
            int chosen = -1;
            int earliest = Integer.MAX_VALUE;
            for (int job = 0; job < jobs; job++) {
                if (step[job] < instance.jobs().get(job).size()) {
                    Instance.Step next = instance.step(new Op(job, step[job]));
                    int start = Math.max(ready[job], free[next.machine()]);
                    if (start < earliest || (start == earliest && left[job] > left[chosen])) {
                        chosen = job;
                        earliest = start;
                    }
                }
            }
            if (chosen < 0) {
                return new Schedule(slots);
            }
            Op op = new Op(chosen, step[chosen]++);
            int end = earliest + instance.step(op).duration();
            slots.put(op, new Slot(earliest, end, 0));
            ready[chosen] = end;
            free[instance.step(op).machine()] = end;
            left[chosen] -= instance.step(op).duration();
        }
    }
}
