package io.patchboard.gateway.runner.llm;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is left of a JSON Schema if only the keywords are used that all providers know: {@code type}, {@code enum},
 * {@code properties}, {@code required}, {@code items}, {@code anyOf}, {@code description}. The result allows at least
 * what the schema allows, but for members that the schema does not name: they are shut out, because providers want it
 * so, and because a model that invents members helps nobody. What cannot be said at all is the empty schema, and so is
 * what might name members elsewhere than in {@code properties}. A {@code $ref} to a definition is replaced by it, up to
 * a depth.
 */
final class ValueSchema {

    private static final JsonObject ANYTHING = JsonObject.EMPTY;
    private static final int MAX_DEPTH = 6;

    /** Definitions that refer to several others, which do so too, grow with each step. */
    private static final int MOST_REFERENCES = 200;

    private static final String DEFINITIONS = "#/$defs/";

    /** They may add members to those that are named beside them. */
    private static final Set<String> APPLICATORS = Set.of("allOf", "if", "then", "else", "dependentSchemas");

    private static final Set<String> BESIDE_REFERENCES = Set.of("$ref", "$defs", "$comment", "title", "description");

    private final JsonObject definitions;
    private int references;

    private ValueSchema(JsonObject definitions) {
        this.definitions = definitions;
    }

    /** @param schema with a {@code $defs} of what it refers to */
    static JsonObject of(Json schema) {
        Json definitions =
                schema instanceof JsonObject object ? object.get("$defs").orElse(Json.nul()) : Json.nul();
        return new ValueSchema(definitions instanceof JsonObject known ? known : JsonObject.EMPTY).of(schema, 0);
    }

    private JsonObject of(Json json, int depth) {
        if (!(json instanceof JsonObject schema)
                || depth > MAX_DEPTH
                || APPLICATORS.stream().anyMatch(schema::has)) {
            return ANYTHING;
        }
        if (schema.has("$ref")) {
            return described(schema, referred(schema, depth));
        }
        Optional<JsonArray> values = values(schema);
        if (values.isPresent()) {
            return described(schema, enumeration(values.get(), schema));
        }
        Optional<JsonArray> either =
                schema.get("anyOf").or(() -> schema.get("oneOf")).map(ValueSchema::array);
        if (either.isPresent()) {
            return schema.has("properties") ? ANYTHING : described(schema, alternatives(either.get(), depth));
        }
        Json type = schema.get("type").orElse(Json.nul());
        if (type.equals(Json.of("object"))) {
            return described(schema, object(schema, depth));
        }
        if (type.equals(Json.of("array"))) {
            if (schema.has("prefixItems")) {
                return ANYTHING;
            }
            JsonObject items = of(schema.get("items").orElse(Json.nul()), depth + 1);
            return described(
                    schema,
                    JsonObject.builder()
                            .put("type", "array")
                            .put("items", items)
                            .build());
        }
        return isScalar(type)
                ? described(schema, JsonObject.builder().put("type", type).build())
                : ANYTHING;
    }

    private JsonObject referred(JsonObject schema, int depth) {
        boolean lone = schema.names().stream().allMatch(BESIDE_REFERENCES::contains);
        if (!lone
                || !(schema.get("$ref").orElse(Json.nul()) instanceof JsonString reference)
                || !reference.value().startsWith(DEFINITIONS)
                || ++references > MOST_REFERENCES) {
            return ANYTHING;
        }
        return definitions
                .get(reference.value().substring(DEFINITIONS.length()))
                .map(definition -> of(definition, depth + 1))
                .orElse(ANYTHING);
    }

    private static Optional<JsonArray> values(JsonObject schema) {
        return schema.get("const")
                .map(value -> JsonArray.of(value))
                .or(() -> schema.get("enum").map(ValueSchema::array))
                .filter(values -> !values.isEmpty());
    }

    private static JsonObject enumeration(JsonArray values, JsonObject schema) {
        Optional<Json> type = schema.get("type").filter(ValueSchema::isScalar).or(() -> commonType(values));
        return type.map(known -> JsonObject.builder()
                        .put("type", known)
                        .put("enum", values)
                        .build())
                .orElse(ANYTHING);
    }

    private static Optional<Json> commonType(JsonArray values) {
        List<String> types = new ArrayList<>();
        for (Json value : values) {
            String type = value instanceof JsonString
                    ? "string"
                    : value instanceof JsonBoolean ? "boolean" : value instanceof JsonNumber ? "number" : "";
            if (!types.contains(type)) {
                types.add(type);
            }
        }
        return types.size() == 1 && !types.get(0).isEmpty() ? Optional.of(Json.of(types.get(0))) : Optional.empty();
    }

    private JsonObject alternatives(JsonArray schemas, int depth) {
        List<Json> alternatives = new ArrayList<>();
        for (Json alternative : schemas) {
            alternatives.add(of(alternative, depth + 1));
        }
        return alternatives.isEmpty() || alternatives.contains(ANYTHING)
                ? ANYTHING
                : JsonObject.builder()
                        .put("anyOf", JsonArray.copyOf(alternatives))
                        .build();
    }

    private JsonObject object(JsonObject schema, int depth) {
        if (!(schema.get("properties").orElse(Json.nul()) instanceof JsonObject properties)
                || properties.isEmpty()
                || schema.has("patternProperties")
                || schema.get("additionalProperties").orElse(Json.nul()) instanceof JsonObject) {
            return ANYTHING;
        }
        JsonArray required = array(schema.get("required").orElse(Json.nul()));
        for (Json name : required) {
            if (!(name instanceof JsonString text) || !properties.has(text.value())) {
                return ANYTHING;
            }
        }
        JsonObject.Builder narrowed = JsonObject.builder();
        properties.members().forEach((name, member) -> narrowed.put(name, of(member, depth + 1)));
        return JsonObject.builder()
                .put("type", "object")
                .put("properties", narrowed.build())
                .put("required", required)
                .put("additionalProperties", false)
                .build();
    }

    private static JsonObject described(JsonObject schema, JsonObject narrowed) {
        if (narrowed.isEmpty() || !(schema.get("description").orElse(Json.nul()) instanceof JsonString text)) {
            return narrowed;
        }
        return narrowed.with("description", text);
    }

    private static boolean isScalar(Json type) {
        if (type instanceof JsonArray several) {
            for (Json one : several) {
                if (one instanceof JsonArray || !isScalar(one)) {
                    return false;
                }
            }
            return !several.isEmpty();
        }
        return type instanceof JsonString name
                && List.of("string", "number", "integer", "boolean", "null").contains(name.value());
    }

    private static JsonArray array(Json value) {
        return value instanceof JsonArray array ? array : JsonArray.EMPTY;
    }
}
