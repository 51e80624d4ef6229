package io.patchboard.experiments.jobshop;

import java.util.Optional;

/**
 * What is going to go wrong, before anybody knows what it will meet.
 *
 * @param at the time
 * @param units how long the machine is out of order, or how much longer takes what it does then
 */
public record Incident(Kind kind, int machine, int at, int units) {

    /** What goes wrong. */
    public enum Kind {
        /** The machine stands still; what it was doing goes on afterwards. */
        BREAKDOWN,
        /** What it is doing takes longer. */
        DELAY
    }

    /** What it comes to, as things are planned. */
    Disruption meets(Instance instance, Schedule schedule) {
        Optional<Op> running = schedule.on(instance, machine).stream()
                .filter(op -> schedule.slots().get(op).start() < at
                        && at < schedule.slots().get(op).end())
                .findFirst();
        return new Disruption(
                machine,
                at,
                kind == Kind.BREAKDOWN ? at + units : at,
                running.map(Op::job),
                running.map(op -> schedule.slots().get(op).lost() + units).orElse(0));
    }
}
