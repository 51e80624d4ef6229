package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import java.util.HashSet;
import java.util.Set;

/** {@code uniqueItems}. */
final class UniqueItems extends Keyword {

    UniqueItems(Source source) {
        super("uniqueItems", source, Set.of(Kind.ARRAY));
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        JsonArray array = (JsonArray) value;
        evaluation.step(array.size());
        Set<Json> seen = new HashSet<>();
        for (Json item : array) {
            if (!seen.add(item)) {
                return false;
            }
        }
        return true;
    }
}
