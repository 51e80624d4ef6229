package io.patchboard.gateway.llm;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/** Lays one object over another. */
final class JsonMerge {

    private JsonMerge() {}

    static JsonObject merge(JsonObject under, JsonObject over) {
        Map<String, Json> members = new LinkedHashMap<>(under.members());
        over.members()
                .forEach((name, value) -> members.merge(
                        name,
                        value,
                        (below, above) -> below instanceof JsonObject lower && above instanceof JsonObject upper
                                ? merge(lower, upper)
                                : above));
        JsonObject.Builder merged = JsonObject.builder();
        members.forEach(merged::put);
        return merged.build();
    }
}
