package io.patchboard.client.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.BoardCreated;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Names and strings by which a board is found. */
public final class Labels {

    private Labels() {}

    /** By name. What the log has that is no label, which a kernel would have refused, is left out. */
    public static Map<String, String> of(BoardCreated created) {
        Map<String, String> labels = new TreeMap<>();
        if (created.labels().orElse(Json.nul()) instanceof JsonObject members) {
            members.members().forEach((name, value) -> {
                if (value instanceof JsonString text) {
                    labels.put(name, text.value());
                }
            });
        }
        return labels;
    }

    /** As JSON shows them; absent if there are none. */
    public static Optional<Json> json(Map<String, String> labels) {
        JsonObject.Builder json = JsonObject.builder();
        labels.forEach(json::put);
        return labels.isEmpty() ? Optional.empty() : Optional.of(json.build());
    }
}
