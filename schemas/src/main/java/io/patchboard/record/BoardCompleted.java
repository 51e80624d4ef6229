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
public record BoardCompleted(LogHeader header, Json result, StateHash stateHash, List<String> abandonedInvocations)
        implements EndEntry {

    static BoardCompleted read(LogHeader header, Fields fields) {
        return new BoardCompleted(
                header, fields.jsonOrNull("result"), StateHash.read(fields), fields.strings("abandonedInvocations"));
    }

    @Override
    public BoardCompleted withHeader(LogHeader newHeader) {
        return new BoardCompleted(newHeader, result, stateHash, abandonedInvocations);
    }

    @Override
    public JsonObject toJson() {
        return header.writeLast(header.writeFirst(type())
                .put("result", result)
                .put("stateHash", stateHash.hex())
                .put("stateHashScheme", stateHash.scheme())
                .put("abandonedInvocations", JsonArray.ofStrings(abandonedInvocations)));
    }
}
