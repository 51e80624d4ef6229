package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.IndexValue;
import java.util.Optional;

/**
 * A place of the state by whose value boards are found.
 *
 * @param isUnique whether one board alone is found by each value: the one whose id {@link IndexValue#boardId follows}
 */
public record Index(String name, JsonPointer place, boolean isUnique) {

    /** What a state has there. */
    public Optional<String> value(Json state) {
        return place.resolve(state).flatMap(IndexValue::text);
    }

    /** Where a blueprint has an index's path, which may stand alone. */
    public static JsonPlace path(JsonPlace index) {
        return index.isObject() ? index.into("path") : index;
    }
}
