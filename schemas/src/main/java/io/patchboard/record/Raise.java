package io.patchboard.record;

import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.math.BigDecimal;

/**
 * A budget gets another bound.
 *
 * @param budget as a halted board names it: {@code tokens}, or {@code workers/NAME/tokens} for a worker's
 * @param most in all, in the budget's unit; seconds for {@code duration}
 */
public record Raise(String budget, BigDecimal most) {

    /** @throws FieldException if a field is missing or of the wrong type */
    public static Raise read(Fields fields) {
        return new Raise(fields.string("budget"), fields.number("most"));
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("budget", budget)
                .put("most", JsonNumber.of(most))
                .build();
    }
}
