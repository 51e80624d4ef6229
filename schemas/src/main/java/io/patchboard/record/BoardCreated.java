package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;

/**
 * A board began. With this entry alone a reader has all that the board's log depends on.
 *
 * @param blueprint the blueprint as it was sent
 * @param blueprintHash SHA-256 of the blueprint's canonical JSON
 * @param input what the caller passed
 * @param state the first state, with every {@code $input} replaced
 * @param stateHash of {@code state}
 */
public record BoardCreated(
        String commandId, Json blueprint, String blueprintHash, Json input, Json state, StateHash stateHash)
        implements CommandOutcome {

    static BoardCreated read(Fields fields) {
        return new BoardCreated(
                fields.string("commandId"),
                fields.json("blueprint"),
                fields.string("blueprintHash"),
                fields.json("input"),
                fields.jsonOrNull("state"),
                StateHash.read(fields));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("commandId", commandId)
                .put("blueprint", blueprint)
                .put("blueprintHash", blueprintHash)
                .put("input", input)
                .put("state", state);
        stateHash.write(json);
    }
}
