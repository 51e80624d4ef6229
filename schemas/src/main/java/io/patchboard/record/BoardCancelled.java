package io.patchboard.record;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** Somebody ended a board by command. */
public record BoardCancelled(
        String commandId, Optional<String> reason, StateHash stateHash, List<String> abandonedInvocations)
        implements EndEvent, CommandOutcome {

    static BoardCancelled read(Fields fields) {
        return new BoardCancelled(
                fields.string("commandId"),
                fields.optionalString("reason"),
                StateHash.read(fields),
                fields.strings("abandonedInvocations"));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("commandId", commandId).putStringIfPresent("reason", reason);
        stateHash.write(json);
        json.put("abandonedInvocations", JsonArray.ofStrings(abandonedInvocations));
    }
}
