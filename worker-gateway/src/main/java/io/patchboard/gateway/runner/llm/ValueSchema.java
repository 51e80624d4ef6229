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

/**
 * What is left of a JSON Schema if only the keywords are used that all providers know: {@code type}, {@code enum},
 * {@code properties}, {@code required}, {@code items}, {@code anyOf}, {@code description}. The result allows at least what the
 * schema allows, but for members that the schema does not name: they are shut out, because providers want it so, and because
 * a model that invents members helps nobody. What cannot be said at all is the empty schema.
 */
final class ValueSchema {

    private static final JsonObject ANYTHING = JsonObject.EMPTY;
    private static final int MAX_DEPTH = 6;

    private ValueSchema() {}

    static JsonObject of(Json schema) {
        return of(schema, 0);
    }

    private static JsonObject of(Json json, int depth) {
        if (!(json instanceof JsonObject schema) || depth > MAX_DEPTH || schema.has("$ref") || schema.has("allOf")) {
            return ANYTHING;
        }
        Optional<JsonArray> values = values(schema);
        if (values.isPresent()) {
            return described(schema, enumeration(values.get(), schema));
        }
        Optional<JsonArray> either =
                schema.get("anyOf").or(() -> schema.get("oneOf")).map(ValueSchema::array);
        if (either.isPresent()) {
            return described(schema, alternatives(either.get(), depth));
        }
        Json type = schema.get("type").orElse(Json.nul());
        if (type.equals(Json.of("object"))) {
            return described(schema, object(schema, depth));
        }
        if (type.equals(Json.of("array"))) {
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

    private static JsonObject alternatives(JsonArray schemas, int depth) {
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

    private static JsonObject object(JsonObject schema, int depth) {
        if (!(schema.get("properties").orElse(Json.nul()) instanceof JsonObject properties)
                || properties.isEmpty()
                || schema.has("patternProperties")
                || schema.get("additionalProperties").orElse(Json.nul()) instanceof JsonObject) {
            return ANYTHING;
        }
        JsonObject.Builder narrowed = JsonObject.builder();
        properties.members().forEach((name, member) -> narrowed.put(name, of(member, depth + 1)));
        return JsonObject.builder()
                .put("type", "object")
                .put("properties", narrowed.build())
                .put("required", array(schema.get("required").orElse(Json.nul())))
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
