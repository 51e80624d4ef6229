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
        LogHeader header,
        String commandId,
        Json blueprint,
        String blueprintHash,
        Json input,
        Json state,
        StateHash stateHash)
        implements CommittedEntry {

    static BoardCreated read(LogHeader header, Fields fields) {
        return new BoardCreated(
                header,
                fields.string("commandId"),
                fields.json("blueprint"),
                fields.string("blueprintHash"),
                fields.json("input"),
                fields.jsonOrNull("state"),
                StateHash.read(fields));
    }

    @Override
    public BoardCreated withHeader(LogHeader newHeader) {
        return new BoardCreated(newHeader, commandId, blueprint, blueprintHash, input, state, stateHash);
    }

    @Override
    public JsonObject toJson() {
        return header.writeLast(header.writeFirst(type())
                .put("commandId", commandId)
                .put("blueprint", blueprint)
                .put("blueprintHash", blueprintHash)
                .put("input", input)
                .put("state", state)
                .put("stateHash", stateHash.hex())
                .put("stateHashScheme", stateHash.scheme()));
    }
}
