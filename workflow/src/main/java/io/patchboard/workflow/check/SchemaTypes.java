package io.patchboard.workflow.check;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.cel.FieldRead;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Of which types a field can be, as far as its schema tells without doubt. */
final class SchemaTypes {

    /** With one of these a place is not told by properties and items alone. */
    private static final Set<String> COMBINED = Set.of(
            "allOf",
            "anyOf",
            "oneOf",
            "not",
            "if",
            "$dynamicRef",
            "patternProperties",
            "dependentSchemas",
            "unevaluatedProperties",
            "unevaluatedItems",
            "prefixItems");

    private static final int MOST_REFERENCES = 20;

    private final Json root;

    private SchemaTypes(Json root) {
        this.root = root;
    }

    /** @return empty if the schema does not tell; no types if there can be nothing at the place */
    static Optional<Set<String>> at(Json schema, FieldRead field) {
        SchemaTypes types = new SchemaTypes(schema);
        for (int length : field.items()) {
            if (!types.at(field.path().subList(0, length)).equals(Optional.of(Set.of("array")))) {
                return Optional.empty();
            }
        }
        return types.at(field.path());
    }

    private Optional<Set<String>> at(List<String> path) {
        Optional<Json> place = resolve(root);
        for (String step : path) {
            Optional<JsonObject> schema =
                    place.filter(JsonObject.class::isInstance).map(JsonObject.class::cast);
            Optional<Set<String>> types = schema.flatMap(SchemaTypes::types);
            if (types.isEmpty()) {
                return Optional.empty();
            }
            if (!types.get().contains("object") && !types.get().contains("array")) {
                return Optional.of(Set.of());
            }
            place = types.get().contains("array") && types.get().contains("object")
                    ? Optional.empty()
                    : step(schema.get(), step, types.get().contains("array")).flatMap(this::resolve);
        }
        return place.flatMap(found -> found == JsonBoolean.FALSE
                ? Optional.of(Set.of())
                : found instanceof JsonObject schema ? types(schema) : Optional.empty());
    }

    private static Optional<Json> step(JsonObject schema, String step, boolean array) {
        if (array) {
            return schema.get("items");
        }
        if (step.equals(FieldRead.ANY)) {
            return Optional.empty();
        }
        Optional<Json> property = schema.get("properties")
                .flatMap(all -> all instanceof JsonObject some ? some.get(step) : Optional.empty());
        return property.isPresent() ? property : schema.get("additionalProperties");
    }

    private Optional<Json> resolve(Json schema) {
        Json at = schema;
        for (int i = 0; i < MOST_REFERENCES; i++) {
            if (!(at instanceof JsonObject object) || !object.has("$ref")) {
                return Optional.of(at);
            }
            Optional<Json> target = Refs.target(object, root);
            if (target.isEmpty()) {
                return Optional.empty();
            }
            at = target.get();
        }
        return Optional.empty();
    }

    private static Optional<Set<String>> types(JsonObject schema) {
        if (schema.names().stream().anyMatch(COMBINED::contains)) {
            return Optional.empty();
        }
        Set<String> types = new HashSet<>();
        switch (schema.get("type").orElse(Json.nul())) {
            case JsonString one -> types.add(one.value());
            case JsonArray some -> {
                for (int i = 0; i < some.size(); i++) {
                    types.add(((JsonString) some.get(i)).value());
                }
            }
            default -> {
                return Optional.empty();
            }
        }
        if (types.remove("integer")) {
            types.add("number");
        }
        return Optional.of(types);
    }
}
