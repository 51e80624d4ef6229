package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * Asks a paused board to go on.
 *
 * @param reason for the log's readers
 */
public record ResumeBoard(String commandId, String boardId, Optional<String> reason) implements Command {

    static ResumeBoard read(Fields fields) {
        return new ResumeBoard(fields.string("commandId"), fields.string("boardId"), fields.optionalString("reason"));
    }

    @Override
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("type", type())
                .put("commandId", commandId)
                .put("boardId", boardId)
                .putStringIfPresent("reason", reason)
                .build();
    }
}
