package io.patchboard.faults.board;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.tree.Pointers;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A schema taken as type declarations, which is how a typed record class would have it: {@code type}, {@code enum},
 * {@code required}, and the types of members and items. Patterns, bounds, uniqueness and unknown members are none of
 * its business; a place that no declaration speaks of may hold anything.
 */
final class Types {

    private final JsonNode root;

    Types(JsonNode schema) {
        this.root = schema;
    }

    boolean accept(List<String> path, JsonNode value) {
        Optional<JsonNode> declared = Optional.of(root);
        for (String token : path) {
            declared = declared.flatMap(schema -> child(schema, token));
        }
        return declared.map(schema -> fits(schema, value)).orElse(true);
    }

    private JsonNode resolved(JsonNode schema) {
        JsonNode reference = schema.path("$ref");
        return reference.isTextual() ? Pointers.at(root, reference.textValue().substring(1)) : schema;
    }

    private Optional<JsonNode> child(JsonNode declared, String name) {
        JsonNode schema = resolved(declared);
        if (schema.path("properties").has(name)) {
            return Optional.of(schema.get("properties").get(name));
        }
        for (Map.Entry<String, JsonNode> pattern :
                schema.path("patternProperties").properties()) {
            if (name.matches(pattern.getKey())) {
                return Optional.of(pattern.getValue());
            }
        }
        if (schema.path("additionalProperties").isObject()) {
            return Optional.of(schema.get("additionalProperties"));
        }
        return schema.has("items") ? Optional.of(schema.get("items")) : Optional.empty();
    }

    private boolean fits(JsonNode declared, JsonNode value) {
        JsonNode schema = resolved(declared);
        if (!typed(schema.path("type").asText(), value) || !enumerated(schema, value)) {
            return false;
        }
        for (JsonNode name : schema.path("required")) {
            if (value.isObject() && !value.has(name.textValue())) {
                return false;
            }
        }
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            if (!child(schema, member.getKey())
                    .map(type -> fits(type, member.getValue()))
                    .orElse(true)) {
                return false;
            }
        }
        boolean itemsFit = true;
        if (value.isArray() && schema.has("items")) {
            for (JsonNode item : value) {
                itemsFit &= fits(schema.get("items"), item);
            }
        }
        return itemsFit;
    }

    private static boolean enumerated(JsonNode schema, JsonNode value) {
        boolean found = !schema.has("enum");
        for (JsonNode allowed : schema.path("enum")) {
            found |= allowed.equals(value);
        }
        return found;
    }

    private static boolean typed(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            default -> true;
        };
    }
}
