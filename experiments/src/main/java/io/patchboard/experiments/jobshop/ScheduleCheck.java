package io.patchboard.experiments.jobshop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is wrong with a schedule, told from the instance and nothing else. */
final class ScheduleCheck {

    /** Where to stop: a validator that tells thousands of faults tells none. */
    private static final int MOST = 20;

    private final Situation situation;
    private final int deadline;
    private final List<String> faults = new ArrayList<>();

    private ScheduleCheck(Situation situation, int deadline) {
        this.situation = situation;
        this.deadline = deadline;
    }

    static List<String> faults(Situation situation, int deadline) {
        ScheduleCheck check = new ScheduleCheck(situation, deadline);
        situation.instance().ops().forEach(check::operation);
        for (int machine = 0; machine < situation.instance().machines(); machine++) {
            check.machine(machine);
        }
        situation.disruptions().forEach(check::disruption);
        return check.faults.stream().limit(MOST).toList();
    }

    private void operation(Op op) {
        Optional<Slot> slot = situation.schedule().slot(op);
        if (slot.isEmpty()) {
            fault("Expected a time for " + Names.of(op, situation.instance()) + ", but it has none.");
            return;
        }
        int takes = slot.get().end() - slot.get().start();
        if (takes != situation.takes(op)) {
            fault("Expected " + Names.of(op, situation.instance()) + " to take " + situation.takes(op)
                    + ", but it takes " + takes + ".");
        }
        if (slot.get().start() < 0) {
            fault("Expected " + Names.of(op, situation.instance()) + " to start at 0 or later, but it starts at "
                    + slot.get().start() + ".");
        }
        if (slot.get().end() > deadline) {
            fault("Expected all to end by " + deadline + ", but " + Names.of(op, situation.instance()) + " ends at "
                    + slot.get().end() + ".");
        }
        situation
                .schedule()
                .slot(op.next())
                .filter(next -> next.start() < slot.get().end())
                .ifPresent(next -> fault("Expected " + Names.of(op.next(), situation.instance())
                        + " to start when the step before it ends, at "
                        + slot.get().end() + " or later, but it starts at "
                        + next.start() + "."));
    }

    private void machine(int machine) {
        Optional<Op> before = Optional.empty();
        for (Op op : situation.schedule().on(situation.instance(), machine)) {
            if (before.isPresent()) {
                int free = situation.schedule().slots().get(before.get()).end();
                int start = situation.schedule().slots().get(op).start();
                if (start < free) {
                    fault("Expected " + Names.machine(machine) + " to do one at a time, but "
                            + Names.of(op, situation.instance()) + " starts at " + start + " while "
                            + Names.of(before.get(), situation.instance()) + " takes until " + free + ".");
                }
            }
            before = Optional.of(op);
        }
    }

    private void disruption(Disruption met) {
        for (Op op : situation.schedule().on(situation.instance(), met.machine())) {
            Slot slot = situation.schedule().slots().get(op);
            boolean interrupted = met.job().equals(Optional.of(op.job())) && slot.start() < met.from();
            if (!interrupted && slot.start() < met.to() && met.from() < slot.end() && met.from() < met.to()) {
                fault("Expected " + Names.machine(met.machine()) + " to do nothing from " + met.from() + " to "
                        + met.to()
                        + ", but " + Names.of(op, situation.instance()) + " is there from " + slot.start() + " to "
                        + slot.end() + ".");
            }
        }
    }

    private void fault(String text) {
        faults.add(text);
    }
}
