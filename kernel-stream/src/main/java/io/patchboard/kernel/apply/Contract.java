package io.patchboard.kernel.apply;

import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.circuit.Switches;
import io.patchboard.record.Failure;
import io.patchboard.record.Stage;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.util.Optional;

/**
 * What the blueprint says about workers and triggers that an entry names.
 *
 * @param blueprint absent while there is no board
 */
record Contract(Optional<Blueprint> blueprint) {

    Optional<WorkerRole> role(String worker) {
        return blueprint.flatMap(rules -> rules.worker(worker));
    }

    /** Whether a worker takes over from another one, be it from others who take over from that. */
    boolean isCaught(String worker, String by) {
        Optional<String> next = Optional.of(worker);
        while (next.isPresent() && !next.get().equals(by)) {
            next = role(next.get()).flatMap(WorkerRole::catcher);
        }
        return next.isPresent();
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

    /** Whether an invocation is the one that a worker waits for, or that of who takes over from it. */
    boolean standsInFor(WorkerInvoked invoked, String worker, Switches switches) {
        if (invoked.worker().equals(worker)) {
            return true;
        }
        return invoked.cause()
                .filter(cause -> switch (cause.action()) {
                    case CATCH -> isCaught(worker, invoked.worker());
                    case SWITCH ->
                        switches.standIn(worker, invoked.trigger().rule())
                                .filter(now -> now.sequence() == cause.sequence()
                                        && now.to().equals(invoked.worker()))
                                .isPresent();
                    case RETRY, EXPAND, REPAIR, VERIFY -> false;
                })
                .isPresent();
    }
}
