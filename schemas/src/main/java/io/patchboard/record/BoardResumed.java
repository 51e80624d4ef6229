package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/** A paused board went on; deadlines moved by as long as it was paused. */
public record BoardResumed(LogHeader header, String commandId, Optional<String> reason) implements CommittedEntry {

    static BoardResumed read(LogHeader header, Fields fields) {
        return new BoardResumed(header, fields.string("commandId"), fields.optionalString("reason"));
    }

    @Override
    public BoardResumed withHeader(LogHeader newHeader) {
        return new BoardResumed(newHeader, commandId, reason);
    }

    @Override
    public JsonObject toJson() {
        return header.writeLast(
                header.writeFirst(type()).put("commandId", commandId).putStringIfPresent("reason", reason));
    }
}
