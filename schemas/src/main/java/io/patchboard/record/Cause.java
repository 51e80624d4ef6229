package io.patchboard.record;

import io.patchboard.json.JsonObject;

/**
 * What made an invocation necessary beside its rule.
 *
 * @param sequence of the log entry that asked for it
 */
public record Cause(Action action, long sequence) {

    /** What was asked for. */
    public enum Action implements Word {
        /** The same worker again, after a rejection. */
        RETRY,
        /** The same worker again, with more in its view. */
        EXPAND,
        /** The worker that takes over when attempts or budgets are spent. */
        CATCH,
        /** The same worker again, because a detector said so. */
        REPAIR,
        /** Another worker in its place, because a detector said so. */
        SWITCH,
        /** Another worker to look at what it did, because a detector said so. */
        VERIFY,
        /** A handler that undoes what was done, because the board is about to end. */
        COMPENSATE
    }

    /** @throws FieldException if a field is missing */
    public static Cause read(Fields fields) {
        return new Cause(fields.word("action", Action.class), fields.integer("sequence"));
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("action", action.word())
                .put("sequence", sequence)
                .build();
    }
}
