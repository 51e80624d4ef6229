package io.patchboard.workflow.check;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Some values that a schema may accept, at its edges above all: the smallest and the largest, with and without what is
 * not required. Whoever asks tries them; a sample that the schema refuses does no harm.
 */
final class Samples {

    private static final int MOST = 40;
    private static final int DEEPEST = 8;
    private static final int LONGEST = 1_000;
    private static final List<String> TYPES =
            List.of("null", "boolean", "integer", "number", "string", "array", "object");

    private final Json root;

    Samples(Json root) {
        this.root = root;
    }

    List<Json> all() {
        return of(root, 0);
    }

    private List<Json> of(Json schema, int depth) {
        Set<Json> samples = new LinkedHashSet<>();
        if (schema == JsonBoolean.FALSE || depth > DEEPEST) {
            return List.of();
        }
        JsonObject object = schema instanceof JsonObject given ? given : JsonObject.EMPTY;
        object.get("const").ifPresent(samples::add);
        samples.addAll(items(object, "enum"));
        samples.addAll(items(object, "examples"));
        if (object.get("$ref").orElse(null) instanceof JsonString ref) {
            Refs.target(ref.value(), root).ifPresent(target -> samples.addAll(of(target, depth + 1)));
        }
        for (String combined : List.of("anyOf", "oneOf", "allOf")) {
            items(object, combined).forEach(part -> samples.addAll(of(part, depth + 1)));
        }
        if (object.has("const") || object.has("enum") || object.has("$ref")) {
            return samples.stream().limit(MOST).toList();
        }
        types(object).forEach(type -> samples.addAll(ofType(type, object, depth)));
        return samples.stream().limit(MOST).toList();
    }

    private static List<String> types(JsonObject schema) {
        return switch (schema.get("type").orElse(Json.nul())) {
            case JsonString one -> List.of(one.value());
            case JsonArray some ->
                TYPES.stream()
                        .filter(type -> items(some).contains(Json.of(type)))
                        .toList();
            default -> TYPES;
        };
    }

    private List<Json> ofType(String type, JsonObject schema, int depth) {
        return switch (type) {
            case "null" -> List.of(Json.nul());
            case "boolean" -> List.of(Json.of(true), Json.of(false));
            case "integer" -> numbers(schema, List.of("0", "1", "-1", "1000000"));
            case "number" -> numbers(schema, List.of("0.5", "0", "-1.5", "1000000.5"));
            case "string" -> strings(schema);
            case "array" -> arrays(schema, depth);
            default -> objects(schema, depth);
        };
    }

    private static List<Json> numbers(JsonObject schema, List<String> usual) {
        List<Json> numbers = new ArrayList<>();
        usual.forEach(number -> numbers.add(JsonReader.parse(number)));
        for (String bound : List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")) {
            if (schema.get(bound).orElse(null) instanceof JsonNumber number) {
                BigDecimal at = number.value();
                for (BigDecimal step : List.of(BigDecimal.ZERO, BigDecimal.ONE, BigDecimal.ONE.negate())) {
                    numbers.add(JsonReader.parse(at.add(step).toString()));
                }
            }
        }
        return numbers;
    }

    private static List<Json> strings(JsonObject schema) {
        List<Json> strings = new ArrayList<>(List.of(Json.of("text"), Json.of("")));
        for (String bound : List.of("minLength", "maxLength")) {
            int length = count(schema, bound, -1);
            if (length >= 0) {
                strings.add(Json.of("a".repeat(length)));
            }
        }
        return strings;
    }

    private List<Json> arrays(JsonObject schema, int depth) {
        List<Json> items = of(schema.get("items").orElse(Json.of(true)), depth + 1);
        List<Json> arrays = new ArrayList<>();
        for (int length : new int[] {count(schema, "minItems", 0), count(schema, "maxItems", 1)}) {
            for (Json item : items.isEmpty() ? List.of(Json.nul()) : items) {
                List<Json> all = new ArrayList<>();
                for (int i = 0; i < length; i++) {
                    all.add(item);
                }
                arrays.add(JsonArray.copyOf(all));
            }
        }
        return arrays;
    }

    private List<Json> objects(JsonObject schema, int depth) {
        JsonObject properties =
                schema.get("properties").orElse(null) instanceof JsonObject given ? given : JsonObject.EMPTY;
        JsonObject least = JsonObject.EMPTY;
        for (Json name : items(schema, "required")) {
            String property = ((JsonString) name).value();
            List<Json> values = of(properties.get(property).orElse(Json.of(true)), depth + 1);
            least = least.with(property, values.isEmpty() ? Json.nul() : values.get(0));
        }
        List<Json> objects = new ArrayList<>(List.of(least));
        for (String property : properties.names()) {
            for (Json value : of(properties.get(property).orElseThrow(), depth + 1)) {
                objects.add(least.with(property, value));
            }
        }
        for (Json value : of(schema.get("additionalProperties").orElse(Json.of(true)), depth + 4)) {
            objects.add(least.with("anyOther", value));
        }
        return objects;
    }

    private static List<Json> items(JsonObject schema, String name) {
        return schema.get(name).orElse(null) instanceof JsonArray array ? items(array) : List.of();
    }

    private static List<Json> items(JsonArray array) {
        List<Json> items = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            items.add(array.get(i));
        }
        return items;
    }

    private static int count(JsonObject schema, String name, int fallback) {
        return schema.get(name).orElse(null) instanceof JsonNumber number
                ? number.value().min(BigDecimal.valueOf(LONGEST)).intValue()
                : fallback;
    }
}
