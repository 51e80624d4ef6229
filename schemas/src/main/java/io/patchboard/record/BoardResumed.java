package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/** A paused board went on; deadlines moved by as long as it was paused. */
public record BoardResumed(String commandId, Optional<String> reason) implements CommandOutcome {

    static BoardResumed read(Fields fields) {
        return new BoardResumed(fields.string("commandId"), fields.optionalString("reason"));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("commandId", commandId).putStringIfPresent("reason", reason);
    }
}
