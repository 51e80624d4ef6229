package io.patchboard.record;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;

/** Somebody ended a board by command. */
public record BoardCancelled(Requested requested, StateHash stateHash, List<String> abandonedInvocations)
        implements EndEvent, CommandOutcome {

    static BoardCancelled read(Fields fields) {
        return new BoardCancelled(
                Requested.read(fields), StateHash.read(fields), fields.strings("abandonedInvocations"));
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
        stateHash.write(json);
        json.put("abandonedInvocations", JsonArray.ofStrings(abandonedInvocations));
    }
}
