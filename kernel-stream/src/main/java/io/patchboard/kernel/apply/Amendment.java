package io.patchboard.kernel.apply;

import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import java.util.Optional;

/**
 * What a board's next blueprint has a place for.
 *
 * @param next the blueprint that the board goes on under
 */
public record Amendment(Blueprint next) {

    /** Whether the worker may still be invited for that. */
    public boolean has(String worker, Trigger trigger) {
        return next.worker(worker).isPresent()
                && (trigger.rule().equals(Rule.CIRCUIT)
                        || next.rule(trigger.rule()).isPresent());
    }

    /** Whether there is still something that the match waits for. */
    public boolean has(HeldTrigger match) {
        return has(match.trigger(), match.worker(), match.reason(), match.part());
    }

    /** The same of one that is still to be held. */
    public boolean has(TriggerHeld match) {
        return has(match.trigger(), match.worker(), match.reason(), match.part());
    }

    private boolean has(Trigger trigger, Optional<String> worker, TriggerHeld.Reason reason, Optional<Long> part) {
        Optional<Rule> rule = next.rule(trigger.rule());
        return switch (reason) {
            case JOIN ->
                rule.flatMap(Rule::join)
                        .filter(join -> part.filter(
                                        number -> number < join.parts().size())
                                .isPresent())
                        .isPresent();
            case BATCH -> rule.flatMap(Rule::batch).isPresent();
            case DELAY -> rule.isPresent();
            case LIMIT, OPEN, PERSON ->
                worker.filter(name -> has(name, trigger)).isPresent();
        };
    }
}
