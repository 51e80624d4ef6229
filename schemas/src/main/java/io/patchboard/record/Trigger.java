package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * Why a worker was invoked.
 *
 * @param rule the name of the workflow rule
 * @param sequence the log entry that the rule matched
 * @param path JSON Pointer to the item that the rule matched; absent for rules on the board as a whole
 * @param paths JSON Pointers to all items, where several brought the invocation about (joins, batches,
 *     {@code forEach}); empty otherwise
 */
public record Trigger(String rule, long sequence, Optional<String> path, List<String> paths) {

    public Trigger(String rule, long sequence, Optional<String> path) {
        this(rule, sequence, path, List.of());
    }

    /** @throws FieldException if a field is missing */
    public static Trigger read(Fields fields) {
        return new Trigger(
                fields.string("rule"),
                fields.integer("sequence"),
                fields.optionalString("path"),
                fields.strings("paths"));
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("rule", rule)
                .put("sequence", sequence)
                .putStringIfPresent("path", path)
                .putStringsIfAny("paths", paths)
                .build();
    }
}
