package io.patchboard.experiments.jobshop;

import java.util.Arrays;
import java.util.List;

/**
 * A bound that takes no search: a machine cannot end before it has done all it has to do and what has to come before
 * and after, and a job not before all its steps.
 */
final class LowerBound {

    private LowerBound() {}

    static int of(Situation situation) {
        Instance instance = situation.instance();
        int machines = instance.machines();
        int[] load = new int[machines];
        int[] before = new int[machines];
        int[] after = new int[machines];
        Arrays.fill(before, Integer.MAX_VALUE);
        Arrays.fill(after, Integer.MAX_VALUE);
        int bound =
                situation.underWay().values().stream().mapToInt(Slot::end).max().orElse(0);
        for (int job = 0; job < instance.jobs().size(); job++) {
            List<Instance.Step> steps = instance.jobs().get(job);
            int[] earliest = new int[steps.size()];
            int ready = 0;
            for (int step = 0; step < steps.size(); step++) {
                Op op = new Op(job, step);
                int machine = steps.get(step).machine();
                earliest[step] = situation.begun(op)
                        ? situation.schedule().slots().get(op).start()
                        : Math.max(
                                ready,
                                Math.max(situation.now(), situation.outOfOrder().getOrDefault(machine, 0)));
                ready = earliest[step] + situation.takes(op);
            }
            bound = Math.max(bound, ready);
            int rest = 0;
            for (int step = steps.size() - 1; step >= 0; step--) {
                Op op = new Op(job, step);
                if (!situation.begun(op)) {
                    int machine = steps.get(step).machine();
                    load[machine] += situation.takes(op);
                    before[machine] = Math.min(before[machine], earliest[step]);
                    after[machine] = Math.min(after[machine], rest);
                }
                rest += situation.takes(op);
            }
        }
        for (int machine = 0; machine < machines; machine++) {
            if (load[machine] > 0) {
                bound = Math.max(bound, before[machine] + load[machine] + after[machine]);
            }
        }
        return bound;
    }
}
