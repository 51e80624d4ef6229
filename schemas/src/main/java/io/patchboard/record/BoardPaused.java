package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/** A board stopped inviting workers; its timers stand still. */
public record BoardPaused(String commandId, Optional<String> reason) implements CommandOutcome {

    static BoardPaused read(Fields fields) {
        return new BoardPaused(fields.string("commandId"), fields.optionalString("reason"));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("commandId", commandId).putStringIfPresent("reason", reason);
    }
}
