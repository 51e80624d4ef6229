package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * Asks a board that was halted or cancelled to go on.
 *
 * @param raised budgets that are to be larger from then on
 */
public record ReopenBoard(CommandHeader header, List<Raise> raised) implements Command {

    /** Of somebody who does not say who he is. */
    public ReopenBoard(String commandId, String boardId, String reason, List<Raise> raised) {
        this(CommandHeader.of(commandId, boardId, Optional.of(reason)), raised);
    }

    static ReopenBoard read(Fields fields) {
        fields.string("reason");
        return new ReopenBoard(CommandHeader.read(fields), fields.records("raised", Raise::read));
    }

    @Override
    public JsonObject toJson() {
        return header.json(type()).put("raised", raisedJson(raised)).build();
    }

    static Json raisedJson(List<Raise> raised) {
        return JsonArray.copyOf(raised.stream().map(Raise::toJson).toList());
    }
}
