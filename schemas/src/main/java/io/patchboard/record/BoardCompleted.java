package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;

/**
 * A board reached its goal: its {@code complete.when} holds.
 *
 * @param result the value at {@code complete.result}; the whole state where the blueprint names none
 */
public record BoardCompleted(Json result, StateHash stateHash, List<String> abandonedInvocations) implements EndEvent {

    static BoardCompleted read(Fields fields) {
        return new BoardCompleted(
                fields.jsonOrNull("result"), StateHash.read(fields), fields.strings("abandonedInvocations"));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("result", result);
        stateHash.write(json);
        json.put("abandonedInvocations", JsonArray.ofStrings(abandonedInvocations));
    }
}
