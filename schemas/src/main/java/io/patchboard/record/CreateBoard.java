package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * Asks for a new board.
 *
 * @param blueprint the blueprint as a JSON value; checked by the kernel, so anything may stand here
 * @param input what the blueprint's {@code input} schema describes; an empty object where the sender left it out
 * @param usage what it cost to have the blueprint made, as the sender reports it; counts on the board's budgets
 */
public record CreateBoard(String commandId, String boardId, Json blueprint, Json input, Optional<Usage> usage)
        implements Command {

    /** One whose blueprint cost nothing. */
    public CreateBoard(String commandId, String boardId, Json blueprint, Json input) {
        this(commandId, boardId, blueprint, input, Optional.empty());
    }

    static CreateBoard read(Fields fields) {
        return new CreateBoard(
                fields.string("commandId"),
                fields.string("boardId"),
                fields.json("blueprint"),
                fields.optionalJson("input").orElse(JsonObject.EMPTY),
                fields.optionalRecord("usage", Usage::read));
    }

    @Override
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("type", type())
                .put("commandId", commandId)
                .put("boardId", boardId)
                .put("blueprint", blueprint)
                .put("input", input)
                .putIfPresent("usage", usage.map(Usage::toJson))
                .build();
    }
}
