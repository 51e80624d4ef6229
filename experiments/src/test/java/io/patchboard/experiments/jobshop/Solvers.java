package io.patchboard.experiments.jobshop;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random job shops, and a second opinion on schedules that shares no code with the first. */
final class Solvers {

    private Solvers() {}

    static Instance random(Random random, int jobs, int machines) {
        List<List<Instance.Step>> all = new ArrayList<>();
        for (int job = 0; job < jobs; job++) {
            List<Integer> route = new ArrayList<>();
            for (int machine = 0; machine < machines; machine++) {
                route.add(machine);
            }
            Collections.shuffle(route, random);
            all.add(route.stream()
                    .map(machine -> new Instance.Step(machine, 1 + random.nextInt(9)))
                    .toList());
        }
        return new Instance(all, machines);
    }

    /** Unit by unit: whether a machine or a job is in two places at once, or anything is missing or out of order. */
    static boolean isFeasible(Instance instance, Schedule schedule) {
        int[][] onMachine = new int[instance.machines()][schedule.makespan() + 1];
        int[][] ofJob = new int[instance.jobs().size()][schedule.makespan() + 1];
        int[] done = new int[instance.jobs().size()];
        for (int job = 0; job < instance.jobs().size(); job++) {
            int last = 0;
            for (int step = 0; step < instance.jobs().get(job).size(); step++) {
                Slot slot = schedule.slots().get(new Op(job, step));
                Instance.Step planned = instance.jobs().get(job).get(step);
                if (slot == null
                        || slot.start() < last
                        || slot.end() - slot.start() != planned.duration() + slot.lost()) {
                    return false;
                }
                last = slot.end();
                done[job]++;
                for (int time = slot.start(); time < slot.end(); time++) {
                    if (onMachine[planned.machine()][time]++ > 0 || ofJob[job][time]++ > 0) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
