package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Where places come in the text of a document: parents before children, members in their order. */
final class DocumentOrder {

    private final Json document;
    private final IdentityHashMap<JsonObject, Map<String, Integer>> positions = new IdentityHashMap<>();

    DocumentOrder(Json document) {
        this.document = document;
    }

    List<Integer> position(JsonPointer pointer) {
        List<Integer> position = new ArrayList<>();
        Json at = document;
        for (String token : pointer.tokens()) {
            if (at instanceof JsonObject object && object.has(token)) {
                position.add(
                        positions.computeIfAbsent(object, DocumentOrder::index).get(token));
                at = object.get(token).orElseThrow();
            } else if (at instanceof JsonArray array
                    && JsonPointer.arrayIndex(token).orElse(array.size()) < array.size()) {
                position.add(JsonPointer.arrayIndex(token).getAsInt());
                at = array.get(JsonPointer.arrayIndex(token).getAsInt());
            } else {
                return position;
            }
        }
        return position;
    }

    private static Map<String, Integer> index(JsonObject object) {
        Map<String, Integer> index = new HashMap<>();
        object.names().forEach(name -> index.put(name, index.size()));
        return index;
    }

    static int compare(List<Integer> a, List<Integer> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = Integer.compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }
}
