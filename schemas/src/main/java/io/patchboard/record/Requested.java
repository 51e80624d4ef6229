package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * Which command an entry is the outcome of.
 *
 * @param by who asked for it; absent where the command did not say
 * @param reason for the log's readers
 */
public record Requested(String commandId, Optional<String> by, Optional<String> reason) {

    static Requested read(Fields fields) {
        return new Requested(fields.string("commandId"), fields.optionalString("by"), fields.optionalString("reason"));
    }

    void write(JsonObject.Builder json) {
        json.put("commandId", commandId).putStringIfPresent("by", by).putStringIfPresent("reason", reason);
    }
}
