package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * Asks to stop inviting workers and to keep answers out until a {@link ResumeBoard}.
 *
 * @param reason for the log's readers
 */
public record PauseBoard(String commandId, String boardId, Optional<String> reason) implements Command {

    static PauseBoard read(Fields fields) {
        return new PauseBoard(fields.string("commandId"), fields.string("boardId"), fields.optionalString("reason"));
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
