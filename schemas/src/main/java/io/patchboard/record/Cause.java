package io.patchboard.record;

import io.patchboard.json.JsonObject;

/**
 * What made an invocation necessary beside its rule.
 *
 * @param action {@code retry}, {@code expand}, {@code catch}, {@code repair}, {@code switch} or {@code verify}
 * @param sequence of the log entry that asked for it
 */
public record Cause(String action, long sequence) {

    /** @throws FieldException if a field is missing */
    public static Cause read(Fields fields) {
        return new Cause(fields.string("action"), fields.integer("sequence"));
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("action", action)
                .put("sequence", sequence)
                .build();
    }
}
