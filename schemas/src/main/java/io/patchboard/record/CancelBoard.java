package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * Asks to end a board for good.
 *
 * @param reason for the log's readers
 */
public record CancelBoard(String commandId, String boardId, Optional<String> reason) implements Command {

    static CancelBoard read(Fields fields) {
        return new CancelBoard(fields.string("commandId"), fields.string("boardId"), fields.optionalString("reason"));
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
