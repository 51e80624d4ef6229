package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;

/**
 * An operator changed the state by hand.
 *
 * @param patch the patch as applied: every {@code -} replaced by the index it got
 * @param stateHash of the state after the patch
 */
public record BoardEdited(Requested requested, Json patch, StateHash stateHash)
        implements CommandOutcome, StateChanged {

    static BoardEdited read(Fields fields) {
        return new BoardEdited(Requested.read(fields), fields.json("patch"), StateHash.read(fields));
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
        json.put("patch", patch);
        stateHash.write(json);
    }
}
