package io.patchboard.gateway.llm;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Map;

/** Lays one object over another. */
final class JsonMerge {

    private JsonMerge() {}

    static JsonObject merge(JsonObject under, JsonObject over) {
        JsonObject merged = under;
        for (Map.Entry<String, Json> member : over.members().entrySet()) {
            Json above = member.getValue();
            Json value = under.get(member.getKey()).orElse(above) instanceof JsonObject lower
                            && above instanceof JsonObject upper
                    ? merge(lower, upper)
                    : above;
            merged = merged.with(member.getKey(), value);
        }
        return merged;
    }
}
