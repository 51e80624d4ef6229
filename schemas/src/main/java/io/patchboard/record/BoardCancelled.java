package io.patchboard.record;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** Somebody ended a board by command. */
public record BoardCancelled(
        LogHeader header,
        String commandId,
        Optional<String> reason,
        StateHash stateHash,
        List<String> abandonedInvocations)
        implements EndEntry {

    static BoardCancelled read(LogHeader header, Fields fields) {
        return new BoardCancelled(
                header,
                fields.string("commandId"),
                fields.optionalString("reason"),
                StateHash.read(fields),
                fields.strings("abandonedInvocations"));
    }

    @Override
    public BoardCancelled withHeader(LogHeader newHeader) {
        return new BoardCancelled(newHeader, commandId, reason, stateHash, abandonedInvocations);
    }

    @Override
    public JsonObject toJson() {
        return header.writeLast(header.writeFirst(type())
                .put("commandId", commandId)
                .putStringIfPresent("reason", reason)
                .put("stateHash", stateHash.hex())
                .put("stateHashScheme", stateHash.scheme())
                .put("abandonedInvocations", JsonArray.ofStrings(abandonedInvocations)));
    }
}
