package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/** A board stopped inviting workers; its timers stand still. */
public record BoardPaused(LogHeader header, String commandId, Optional<String> reason) implements CommittedEntry {

    static BoardPaused read(LogHeader header, Fields fields) {
        return new BoardPaused(header, fields.string("commandId"), fields.optionalString("reason"));
    }

    @Override
    public BoardPaused withHeader(LogHeader newHeader) {
        return new BoardPaused(newHeader, commandId, reason);
    }

    @Override
    public JsonObject toJson() {
        return header.writeLast(
                header.writeFirst(type()).put("commandId", commandId).putStringIfPresent("reason", reason));
    }
}
