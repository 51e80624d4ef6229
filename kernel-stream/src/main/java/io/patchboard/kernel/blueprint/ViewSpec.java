package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.tokens.Tokenizer;

/**
 * What is the same in every view of one role.
 *
 * @param budget of the whole view
 * @param least what the fixed part alone needs; within {@code budget}
 * @param tokenizer what tokens are counted with
 * @param maxExpansions how often the worker may ask to see more, for one trigger
 * @param fixed the first members of each view, in canonical order inside, so that their text is the same each time
 * @param stateSchema the schema of the whole state, for what it marks
 * @param marksReferences whether it marks any
 */
public record ViewSpec(
        ViewBudget budget,
        ViewBudget least,
        Tokenizer tokenizer,
        int maxExpansions,
        JsonObject fixed,
        Json stateSchema,
        boolean marksReferences) {

    /** Of what is left out of a view without being named, as much as is counted. */
    public static final int MOST_OMITTED = 1_000;

    /** A smaller budget, for a worker that does better with less; the fixed part always fits. */
    public ViewBudget tightened(int percent) {
        return budget.reduced(percent, least);
    }

    /** The smallest view: the fixed part, and that all else was left out. */
    public JsonObject minimal(int omitted) {
        return minimal(fixed, omitted);
    }

    static JsonObject minimal(JsonObject fixed, int omitted) {
        return fixed.with("state", JsonObject.EMPTY).with("omitted", Json.of(omitted));
    }
}
