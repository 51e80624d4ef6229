package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * A board began. With this entry alone a reader has all that the board's log depends on.
 *
 * @param blueprint the blueprint as it was sent
 * @param blueprintHash SHA-256 of the blueprint's canonical JSON
 * @param input what the caller passed
 * @param state the first state, with every {@code $input} replaced
 * @param stateHash of {@code state}
 * @param usage what it cost to have the blueprint made; the board's first cost
 */
public record BoardCreated(
        String commandId,
        Json blueprint,
        String blueprintHash,
        Json input,
        Json state,
        StateHash stateHash,
        Optional<Usage> usage)
        implements CommandOutcome {

    /** One whose blueprint cost nothing. */
    public BoardCreated(
            String commandId, Json blueprint, String blueprintHash, Json input, Json state, StateHash stateHash) {
        this(commandId, blueprint, blueprintHash, input, state, stateHash, Optional.empty());
    }

    static BoardCreated read(Fields fields) {
        return new BoardCreated(
                fields.string("commandId"),
                fields.json("blueprint"),
                fields.string("blueprintHash"),
                fields.json("input"),
                fields.jsonOrNull("state"),
                StateHash.read(fields),
                fields.optionalRecord("usage", Usage::read));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("commandId", commandId)
                .put("blueprint", blueprint)
                .put("blueprintHash", blueprintHash)
                .put("input", input)
                .put("state", state);
        stateHash.write(json);
        json.putIfPresent("usage", usage.map(Usage::toJson));
    }
}
