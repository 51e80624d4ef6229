package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Schemas, states and patches by chance, out of few names and small values, so that they meet.
 *
 * <p>Left out is what the library that verdicts are compared with is known to get wrong: {@code multipleOf} of numbers
 * above 2^53 or of fractions, {@code uniqueItems} where the value is an object, and {@code maxContains} below {@code
 * minContains} where the value is not an array.
 */
final class RandomSchemas {

    private static final String BASE = "https://example.com/";
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "ab", "x1");
    private static final List<String> TYPES =
            List.of("null", "boolean", "integer", "number", "string", "array", "object");
    private static final List<String> PATTERNS = List.of("^a", "b$", "[0-9]", "c|d", "^.$");

    private final Random random;

    RandomSchemas(Random random) {
        this.random = random;
    }

    /** A whole schema, with definitions and a resource of its own that can be extended by dynamic anchors. */
    Json schema() {
        JsonObject.Builder definitions = JsonObject.builder();
        for (int i = 0; i < 3; i++) {
            definitions.put("d" + i, subschema(2));
        }
        definitions.put(
                "tree",
                object(subschema(2))
                        .with("$id", Json.of(BASE + "tree"))
                        .with("$dynamicAnchor", Json.of("node"))
                        .with(
                                random.nextBoolean() ? "additionalProperties" : "items",
                                reference("$dynamicRef", "#node")));
        JsonObject root =
                object(subschema(3)).with("$id", Json.of(BASE + "root")).with("$defs", definitions.build());
        if (random.nextBoolean()) {
            root = root.with("$dynamicAnchor", Json.of("node"));
        }
        return random.nextInt(3) == 0 ? root.with("$ref", Json.of(BASE + "tree")) : root;
    }

    /** A schema for an object with the member {@code big}, which is large, and what its children must be. */
    Json schemaOfLarge() {
        JsonObject big = object(subschema(2));
        List<String> keywords = List.of(
                "items",
                "contains",
                "unevaluatedItems",
                "additionalProperties",
                "propertyNames",
                "unevaluatedProperties");
        for (String keyword : keywords) {
            if (random.nextInt(3) == 0) {
                big = big.with(keyword, keyword.equals("contains") ? rare() : lenient());
            }
        }
        if (random.nextBoolean()) {
            big = big.with("contains", rare()).with("minContains", Json.of(random.nextInt(4)));
        }
        if (random.nextBoolean()) {
            big = uniqueItems(big);
        }
        if (random.nextInt(3) == 0) {
            big = big.with(
                    "anyOf",
                    JsonArray.of(
                            JsonObject.of("contains", rare()),
                            JsonObject.of("properties", JsonObject.of("n7", lenient())),
                            JsonObject.of("patternProperties", JsonObject.of("1$", lenient()))));
        }
        for (String keyword : List.of("type", "enum", "const", "maxItems", "maxProperties", "not", "allOf", "oneOf")) {
            big = random.nextInt(4) > 0 ? big.without(keyword) : big;
        }
        return object(schema())
                .without("$ref")
                .with("properties", JsonObject.of("big", big))
                .without("additionalProperties");
    }

    private static JsonObject uniqueItems(JsonObject schema) {
        return schema.with("if", JsonObject.of("type", Json.of("array")))
                .with("then", JsonObject.of("uniqueItems", Json.of(true)));
    }

    private Json rare() {
        return JsonObject.of("required", JsonArray.of(Json.of("rare")));
    }

    private Json lenient() {
        JsonObject of = JsonObject.builder()
                .put("type", JsonArray.ofStrings(List.of("object", "integer", "string")))
                .put("properties", JsonObject.of("a", subschema(1)))
                .build();
        return random.nextInt(4) == 0 ? of.with("additionalProperties", Json.of(false)) : of;
    }

    private Json subschema(int depth) {
        if (random.nextInt(12) == 0) {
            return Json.of(random.nextInt(4) > 0);
        }
        JsonObject schema = JsonObject.EMPTY;
        int keywords = 1 + random.nextInt(depth > 0 ? 4 : 2);
        for (int i = 0; i < keywords; i++) {
            schema = random.nextInt(3) > 0 && depth > 0 ? applicator(schema, depth - 1) : assertion(schema);
        }
        return schema;
    }

    private JsonObject assertion(JsonObject schema) {
        return switch (random.nextInt(17)) {
            case 0, 1 -> schema.with("type", Json.of(pick(TYPES)));
            case 2 -> schema.with("type", JsonArray.ofStrings(List.of("object", "array", pick(TYPES.subList(0, 5)))));
            case 3 -> schema.with("enum", JsonArray.of(value(1), value(0), value(0), value(2)));
            case 4 -> schema.with("const", value(1));
            case 5 -> schema.with("minimum", Json.of(random.nextInt(4)));
            case 6 -> schema.with("exclusiveMaximum", Json.of(random.nextInt(6)));
            case 7 -> schema.with("multipleOf", Json.of(1 + random.nextInt(3)));
            case 8 -> schema.with("minLength", Json.of(random.nextInt(3)));
            case 9 -> schema.with("maxLength", Json.of(random.nextInt(4)));
            case 10 -> schema.with("pattern", Json.of(pick(PATTERNS)));
            case 11 -> schema.with("maxItems", Json.of(random.nextInt(5)));
            case 12 -> schema.with("minItems", Json.of(random.nextInt(3)));
            case 13 -> uniqueItems(schema);
            case 14 -> schema.with("required", JsonArray.of(Json.of(pick(NAMES))));
            case 15 -> schema.with("maxProperties", Json.of(1 + random.nextInt(4)));
            default -> schema.with("dependentRequired", JsonObject.of(pick(NAMES), JsonArray.of(Json.of(pick(NAMES)))));
        };
    }

    private JsonObject applicator(JsonObject schema, int depth) {
        return switch (random.nextInt(22)) {
            case 0, 1, 2 -> schema.with("properties", members(depth));
            case 3 -> schema.with("patternProperties", JsonObject.of(pick(PATTERNS), subschema(depth)));
            case 4 -> schema.with("additionalProperties", subschema(depth));
            case 5 -> schema.with("propertyNames", assertion(JsonObject.EMPTY));
            case 6, 7 -> schema.with("items", subschema(depth));
            case 8 -> schema.with("prefixItems", list(depth));
            case 9 -> schema.with("contains", subschema(depth));
            case 10 -> schema.with("contains", subschema(depth)).with("minContains", Json.of(random.nextInt(3)));
            case 11 -> schema.with("contains", subschema(depth)).with("maxContains", Json.of(3 + random.nextInt(2)));
            case 12 -> schema.with("allOf", list(depth));
            case 13 -> schema.with("anyOf", list(depth));
            case 14 -> schema.with("oneOf", list(depth));
            case 15 -> schema.with("not", subschema(depth));
            case 16 ->
                schema.with("if", subschema(depth))
                        .with("then", subschema(depth))
                        .with("else", subschema(depth));
            case 17 -> schema.with("dependentSchemas", JsonObject.of(pick(NAMES), subschema(depth)));
            case 18 -> schema.with("unevaluatedProperties", subschema(depth));
            case 19 -> schema.with("unevaluatedItems", subschema(depth));
            case 20 -> schema.with("$ref", Json.of(BASE + "root#/$defs/d" + random.nextInt(3)));
            default -> schema.with("properties", JsonObject.of(pick(NAMES), reference("$ref", BASE + "tree")));
        };
    }

    private static JsonObject reference(String keyword, String to) {
        return JsonObject.of(keyword, Json.of(to));
    }

    private JsonObject members(int depth) {
        JsonObject members = JsonObject.EMPTY;
        for (int i = random.nextInt(3); i >= 0; i--) {
            members = members.with(pick(NAMES), subschema(depth));
        }
        return members;
    }

    private JsonArray list(int depth) {
        JsonArray list = JsonArray.EMPTY;
        for (int i = random.nextInt(3); i >= 0; i--) {
            list = list.append(subschema(depth));
        }
        return list;
    }

    private static JsonObject object(Json schema) {
        return schema instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    Json value(int depth) {
        return switch (random.nextInt(depth > 0 ? 10 : 5)) {
            case 0 -> Json.nul();
            case 1 -> Json.of(random.nextBoolean());
            case 2, 3 -> Json.of(random.nextInt(7) - 1);
            case 4 -> Json.of(pick(NAMES).repeat(random.nextInt(3)));
            case 5, 6 -> {
                JsonArray array = JsonArray.EMPTY;
                for (int i = random.nextInt(4); i > 0; i--) {
                    array = array.append(value(depth - 1));
                }
                yield array;
            }
            default -> {
                JsonObject object = JsonObject.EMPTY;
                for (int i = random.nextInt(5); i > 0; i--) {
                    object = object.with(pick(NAMES), value(depth - 1));
                }
                yield object;
            }
        };
    }

    /** An object with a large array or object as the member {@code big}. */
    Json large(int size) {
        boolean array = random.nextBoolean();
        List<Json> items = new ArrayList<>();
        JsonObject.Builder members = JsonObject.builder();
        for (int i = 0; i < size; i++) {
            Json child = random.nextInt(3) == 0
                    ? Json.of(i)
                    : JsonObject.builder()
                            .put("id", i)
                            .put("a", random.nextInt(5))
                            .build();
            items.add(child);
            members.put("n" + i, child);
        }
        return JsonObject.of("big", array ? JsonArray.copyOf(items) : members.build());
    }

    /** An operation that can be done. */
    Operation operation(Json state) {
        JsonPointer at = JsonPointer.ROOT;
        Json here = state;
        while (random.nextInt(8) > 0) {
            if (here instanceof JsonObject object && !object.isEmpty()) {
                String name = List.copyOf(object.names()).get(random.nextInt(object.size()));
                at = at.child(name);
                here = object.get(name).orElseThrow();
            } else if (here instanceof JsonArray array && !array.isEmpty()) {
                int index = random.nextInt(array.size());
                at = at.child(index);
                here = array.get(index);
            } else {
                break;
            }
        }
        if (here instanceof JsonObject && random.nextBoolean()) {
            return new Operation.Add(at.child(random.nextInt(3) == 0 ? "rare" : pick(NAMES)), value(2));
        }
        if (here instanceof JsonArray array && random.nextBoolean()) {
            boolean twin = !array.isEmpty() && random.nextInt(3) == 0;
            return new Operation.Add(
                    at.child(random.nextInt(array.size() + 1)),
                    twin ? array.get(random.nextInt(array.size())) : value(2));
        }
        boolean keep = at.isRoot() || here instanceof JsonObject object && object.size() > 40 || random.nextBoolean();
        boolean large = here instanceof JsonObject object && object.size() > 40
                || here instanceof JsonArray array && array.size() > 40;
        if (large) {
            return new Operation.Test(at, here);
        }
        return keep ? new Operation.Replace(at, replacement(at)) : new Operation.Remove(at);
    }

    private Json replacement(JsonPointer at) {
        return at.isRoot() ? JsonObject.of(pick(NAMES), value(3)) : value(3);
    }

    private <T> T pick(List<T> options) {
        return options.get(random.nextInt(options.size()));
    }
}
