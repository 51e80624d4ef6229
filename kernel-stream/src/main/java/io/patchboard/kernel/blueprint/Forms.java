package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import java.util.Optional;
import java.util.Set;

/** The form that the author of a blueprint may have meant, made of the value that he wrote. */
final class Forms {

    private static final int MOST_CHARS = 100;

    private Forms() {}

    /** The same value in a list where that is expected, or out of one. */
    static Optional<String> inItsForm(Json value, JsonObject rules) {
        boolean list = rules.get("type").equals(Optional.of(Json.of("array")));
        boolean text = rules.get("type").equals(Optional.of(Json.of("string")));
        Optional<String> form = switch (value) {
            case JsonString word when list -> Optional.of("[" + JsonWriter.compact(word) + "]");
            case JsonObject object
            when list && !hasObjects(object) -> Optional.of("[" + JsonWriter.compact(object) + "]");
            case JsonArray one
            when text && one.size() == 1 && one.get(0) instanceof JsonString only ->
                Optional.of(JsonWriter.compact(only));
            default -> Optional.empty();
        };
        return form.filter(shown -> shown.length() <= MOST_CHARS);
    }

    /** Things by their names make no list. */
    private static boolean hasObjects(JsonObject object) {
        return object.members().values().stream().anyMatch(JsonObject.class::isInstance);
    }

    static Optional<String> inQuotes(Json value, JsonObject rules) {
        return Optional.of("\"" + JsonWriter.compact(value) + "\"")
                .filter(text -> value instanceof JsonBoolean || value instanceof JsonNumber)
                .filter(text -> rules.get("type").equals(Optional.of(Json.of("string"))));
    }

    /** An example of one member, with this value in place of one like it. */
    static Optional<Json> withItsMember(Json example, Json value) {
        if (example instanceof JsonArray list && list.size() == 1) {
            return withItsMember(list.get(0), value).map(JsonArray::of);
        }
        if (!(example instanceof JsonObject object) || object.size() != 1 || value instanceof JsonObject) {
            return Optional.empty();
        }
        String name = object.names().iterator().next();
        Json shown = object.get(name).orElseThrow();
        boolean alike = shown.typeName().equals(value.typeName()) && isPath(shown) == isPath(value);
        return alike ? Optional.of(JsonObject.of(name, value)) : Optional.empty();
    }

    private static boolean isPath(Json value) {
        return value instanceof JsonString text && text.value().startsWith("/");
    }

    /** An example that has just that value, or of a path, with the value where it is one. */
    static Optional<Json> filled(Json example, Json value) {
        if (!(example instanceof JsonObject object)) {
            return Optional.empty();
        }
        boolean same = object.members().values().stream().anyMatch(value::equals);
        boolean path = object.names().equals(Set.of("path")) && isPath(value);
        return same ? Optional.of(example) : path ? Optional.of(JsonObject.of("path", value)) : Optional.empty();
    }
}
