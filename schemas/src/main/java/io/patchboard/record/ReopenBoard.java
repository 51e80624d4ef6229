package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;

/**
 * Asks a board that was halted or cancelled to go on.
 *
 * @param reason for the log's readers
 * @param raised budgets that are to be larger from then on
 */
public record ReopenBoard(String commandId, String boardId, String reason, List<Raise> raised) implements Command {

    static ReopenBoard read(Fields fields) {
        return new ReopenBoard(
                fields.string("commandId"),
                fields.string("boardId"),
                fields.string("reason"),
                fields.records("raised", Raise::read));
    }

    @Override
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("type", type())
                .put("commandId", commandId)
                .put("boardId", boardId)
                .put("reason", reason)
                .put("raised", raisedJson(raised))
                .build();
    }

    static Json raisedJson(List<Raise> raised) {
        return JsonArray.copyOf(raised.stream().map(Raise::toJson).toList());
    }
}
