package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A board ended without reaching its goal.
 *
 * @param reason {@code circuit}, {@code budget-exhausted}, {@code failed} or {@code stuck}
 * @param detail what exactly: the detector's, the budget's, the worker's name; empty where the reason says all
 * @param message a sentence for people
 * @param result the value at {@code complete.result} so far; absent where there is none yet
 */
public record BoardHalted(
        LogHeader header,
        String reason,
        String detail,
        String message,
        Optional<Json> result,
        StateHash stateHash,
        List<String> abandonedInvocations)
        implements EndEntry {

    static BoardHalted read(LogHeader header, Fields fields) {
        return new BoardHalted(
                header,
                fields.string("reason"),
                fields.string("detail"),
                fields.string("message"),
                fields.optionalJson("result"),
                StateHash.read(fields),
                fields.strings("abandonedInvocations"));
    }

    @Override
    public BoardHalted withHeader(LogHeader newHeader) {
        return new BoardHalted(newHeader, reason, detail, message, result, stateHash, abandonedInvocations);
    }

    @Override
    public JsonObject toJson() {
        return header.writeLast(header.writeFirst(type())
                .put("reason", reason)
                .put("detail", detail)
                .put("message", message)
                .putIfPresent("result", result)
                .put("stateHash", stateHash.hex())
                .put("stateHashScheme", stateHash.scheme())
                .put("abandonedInvocations", JsonArray.ofStrings(abandonedInvocations)));
    }
}
