package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * Four fifths of a budget are used up. It is said once for each budget.
 *
 * @param worker whose budget it is; absent for the board's
 * @param used a number; seconds for {@code duration}
 * @param limit in the same unit
 * @param message a sentence for people
 */
public record BudgetWarning(BudgetKind budget, Optional<String> worker, Json used, Json limit, String message)
        implements OwnEvent {

    static BudgetWarning read(Fields fields) {
        return new BudgetWarning(
                fields.word("budget", BudgetKind.class),
                fields.optionalString("worker"),
                fields.json("used"),
                fields.json("limit"),
                fields.string("message"));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("budget", budget.word())
                .putStringIfPresent("worker", worker)
                .put("used", used)
                .put("limit", limit)
                .put("message", message);
    }
}
