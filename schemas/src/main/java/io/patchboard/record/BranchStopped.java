package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A trigger is not followed any further; the board goes on with what is left.
 *
 * @param worker that would have been invoked; absent where none was chosen
 * @param message a sentence for people
 * @param releases the {@link TriggerHeld} entries that are dropped
 */
public record BranchStopped(
        Trigger trigger, Optional<String> worker, Reason reason, String message, List<Long> releases)
        implements OwnEvent {

    /** Why a trigger is not followed any further. */
    public enum Reason implements Word {
        /** No attempt of the worker led to a usable answer. */
        ATTEMPTS_SPENT,
        /** What the worker was invoked for was removed. */
        ITEM_GONE,
        /** A detector said so. */
        CIRCUIT,
        /** The other parts of a join did not come in time. */
        JOIN_EXPIRED,
        /** The condition of its rule does not hold any more. */
        CONDITION,
        /** The rule names its worker by an expression, and there is none with that name. */
        UNKNOWN_WORKER,
        /** The worker has used up its own budget. */
        BUDGET_SPENT,
        /** The action was done already, and its result is not to be bound here. */
        REPEATED,
        /** Which action it is cannot be told. */
        NO_KEY,
        /** A guard of the loop that its rule belongs to has ended that. */
        LOOP_GUARD,
        /** The worker reaches outside, and would be shown what is untrusted and what is confidential. */
        TRIFECTA;

        /** Whether what the worker was not asked for is remembered, for a person who wants it after all. */
        public boolean isKept() {
            return this == BUDGET_SPENT || this == TRIFECTA;
        }

        /** Whether the same would come of the same match again, as long as nothing changes. */
        public boolean isFruitless() {
            return this == CONDITION
                    || this == UNKNOWN_WORKER
                    || this == BUDGET_SPENT
                    || this == REPEATED
                    || this == NO_KEY
                    || this == LOOP_GUARD
                    || this == TRIFECTA;
        }
    }

    static BranchStopped read(Fields fields) {
        return new BranchStopped(
                fields.requiredRecord("trigger", Trigger::read),
                fields.optionalString("worker"),
                fields.word("reason", Reason.class),
                fields.string("message"),
                fields.integers("releases"));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("trigger", trigger.toJson())
                .putStringIfPresent("worker", worker)
                .put("reason", reason.word())
                .put("message", message)
                .putLongsIfAny("releases", releases);
    }
}
