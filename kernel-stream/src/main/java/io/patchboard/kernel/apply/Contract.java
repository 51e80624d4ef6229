package io.patchboard.kernel.apply;

import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.circuit.Switched;
import io.patchboard.kernel.circuit.Switches;
import io.patchboard.record.Cause;
import io.patchboard.record.Failure;
import io.patchboard.record.Stage;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the blueprint says about workers and triggers that an entry names.
 *
 * @param blueprint absent while there is no board
 */
record Contract(Optional<Blueprint> blueprint) {

    Optional<WorkerRole> role(String worker) {
        return blueprint.flatMap(rules -> rules.worker(worker));
    }

    boolean hasBudgets(String worker) {
        return role(worker).filter(role -> !role.budgets().list().isEmpty()).isPresent();
    }

    boolean forgives(String worker, Stage stage, Optional<Failure> failure) {
        return role(worker).filter(role -> role.forgives(stage, failure)).isPresent();
    }

    Optional<Rule> rule(Trigger trigger) {
        return blueprint.flatMap(rules -> rules.rule(trigger.rule()));
    }

    boolean pins(Trigger trigger) {
        return blueprint.filter(rules -> rules.pins(trigger)).isPresent();
    }

    boolean pinsAny() {
        if (blueprint.isEmpty()) {
            return false;
        }
        for (Rule rule : blueprint.get().rules()) {
            if (rule.pin()) {
                return true;
            }
        }
        return false;
    }

    boolean staysPut(Trigger trigger) {
        return blueprint.filter(rules -> rules.staysPut(trigger)).isPresent();
    }

    /** Whether an invocation may be the one that others wait for: who takes over from somebody says so. */
    static boolean takesOver(WorkerInvoked invoked) {
        return invoked.cause()
                .filter(cause -> cause.action() == Cause.Action.CATCH || cause.action() == Cause.Action.SWITCH)
                .isPresent();
    }

    /** Whether what a worker is wanted for may come to another one: as its catcher, its stand-in, or one of theirs. */
    boolean leadsTo(String other, String worker, String rule, Switches switches) {
        Set<String> reached = new LinkedHashSet<>(Set.of(worker));
        Deque<String> next = new ArrayDeque<>(reached);
        while (!next.isEmpty() && !reached.contains(other)) {
            String from = next.remove();
            Stream.concat(
                            role(from).stream().flatMap(role -> role.catchers().stream()),
                            switches.standIn(from, rule).stream().map(Switched::to))
                    .filter(reached::add)
                    .forEach(next::add);
        }
        return reached.contains(other);
    }
}
