package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Set;

/**
 * What a value of a first state brings along from another board. It holds for all that is in the value, but for what
 * stands further down in the list.
 *
 * @param path JSON Pointer to the value
 * @param taint of it
 * @param marks of it
 */
public record Marked(String path, Set<Taint> taint, Set<Provenance> marks) {

    static Marked read(Fields fields) {
        return new Marked(fields.string("path"), Taint.read(fields), Provenance.read(fields));
    }

    private JsonObject toJson() {
        return JsonObject.builder()
                .put("path", path)
                .putStringsIfAny("taint", Taint.words(taint))
                .putStringsIfAny("marks", Provenance.words(marks))
                .build();
    }

    static void write(List<Marked> marked, JsonObject.Builder json) {
        if (!marked.isEmpty()) {
            json.put("marked", (Json)
                    JsonArray.copyOf(marked.stream().map(Marked::toJson).toList()));
        }
    }
}
