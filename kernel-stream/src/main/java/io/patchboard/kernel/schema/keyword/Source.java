package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;

/**
 * The subschema that a keyword was read from.
 *
 * @param place inside of its document
 */
record Source(JsonObject schema, JsonPointer place) {

    Json keyword(String name) {
        return schema.get(name).orElse(Json.nul());
    }
}
