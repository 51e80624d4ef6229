package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * Why a worker was invoked.
 *
 * @param rule the name of the workflow rule
 * @param sequence the log entry that the rule matched
 * @param path JSON Pointer to the item that the rule matched; absent for rules on the board as a whole
 */
public record Trigger(String rule, long sequence, Optional<String> path) {

    /** @throws FieldException if a field is missing */
    public static Trigger read(Fields fields) {
        return new Trigger(fields.string("rule"), fields.integer("sequence"), fields.optionalString("path"));
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("rule", rule)
                .put("sequence", sequence)
                .putStringIfPresent("path", path)
                .build();
    }
}
