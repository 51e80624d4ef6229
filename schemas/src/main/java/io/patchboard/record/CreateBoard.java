package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;

/**
 * Asks for a new board.
 *
 * @param blueprint the blueprint as a JSON value; checked by the kernel, so anything may stand here
 * @param input what the blueprint's {@code input} schema describes; an empty object where the sender left it out
 */
public record CreateBoard(String commandId, String boardId, Json blueprint, Json input) implements Command {

    static CreateBoard read(Fields fields) {
        return new CreateBoard(
                fields.string("commandId"),
                fields.string("boardId"),
                fields.json("blueprint"),
                fields.optionalJson("input").orElse(JsonObject.EMPTY));
    }

    @Override
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("type", type())
                .put("commandId", commandId)
                .put("boardId", boardId)
                .put("blueprint", blueprint)
                .put("input", input)
                .build();
    }
}
