package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;

/**
 * An entry of a kind that this version does not know, or with a word that it does not. Only readers of a log meet it:
 * they can chain over it, and cannot say what the board is afterwards.
 *
 * @param json the whole entry as it came
 */
public record UnknownEntry(LogHeader header, String type, JsonObject json) implements LogEntry {

    /** @throws FieldException if it has not even what every entry has */
    public static UnknownEntry of(JsonObject json) {
        Fields fields = new Fields(json);
        return new UnknownEntry(LogHeader.read(fields), fields.string("type"), json);
    }

    @Override
    public UnknownEntry withHeader(LogHeader newHeader) {
        JsonObject changed = json.with("boardId", Json.of(newHeader.boardId()))
                .with("sequence", Json.of(newHeader.sequence()))
                .with("version", Json.of(newHeader.version()))
                .with("time", Json.of(LogHeader.format(newHeader.time())))
                .with("previousHash", Json.of(newHeader.previousHash()));
        return new UnknownEntry(
                newHeader,
                type,
                newHeader.hash().isEmpty() ? changed.without("hash") : changed.with("hash", Json.of(newHeader.hash())));
    }

    @Override
    public JsonObject toJson() {
        return json;
    }
}
