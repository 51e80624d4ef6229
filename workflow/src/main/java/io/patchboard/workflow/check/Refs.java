package io.patchboard.workflow.check;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** References of a schema into itself. */
final class Refs {

    private Refs() {}

    /** What {@code $ref} means: a pointer into the same document. Anything else, or siblings of it, is not followed. */
    static Optional<Json> target(JsonObject schema, Json root) {
        boolean alone = schema.size() == 1 || schema.size() == 2 && schema.has("description");
        return alone && schema.get("$ref").orElseThrow() instanceof JsonString ref
                ? target(ref.value(), root)
                : Optional.empty();
    }

    static Optional<Json> target(String ref, Json root) {
        if (!ref.equals("#") && !ref.startsWith("#/")) {
            return Optional.empty();
        }
        try {
            String pointer = URLDecoder.decode(ref.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
            return JsonPointer.parse(pointer).resolve(root);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
