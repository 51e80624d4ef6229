package io.patchboard.gateway.llm.protocol;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** How much a provider can promise about a schema. */
final class SchemaFit {

    private SchemaFit() {}

    /** Whether each value in it has a type and each object is closed. */
    static boolean isClosed(JsonObject schema) {
        return holds(schema, object -> true);
    }

    /**
     * Whether each object also requires all of its members: OpenAI promises to keep to such a schema, and to no other.
     */
    static boolean isStrict(JsonObject schema) {
        return holds(schema, SchemaFit::requiresAll);
    }

    private static boolean holds(Json json, Predicate<JsonObject> rule) {
        if (!(json instanceof JsonObject schema)) {
            return false;
        }
        if (schema.get("anyOf").orElse(Json.nul()) instanceof JsonArray alternatives) {
            return all(alternatives, rule);
        }
        Json type = schema.get("type").orElse(Json.nul());
        if (type.equals(Json.of("array"))) {
            return holds(schema.get("items").orElse(Json.nul()), rule);
        }
        if (type.equals(Json.of("object"))) {
            return schema.get("additionalProperties").orElse(Json.nul()).equals(Json.of(false))
                    && schema.get("properties").orElse(Json.nul()) instanceof JsonObject properties
                    && rule.test(schema)
                    && all(properties.members().values(), rule);
        }
        return !type.isNull();
    }

    private static boolean all(Iterable<Json> schemas, Predicate<JsonObject> rule) {
        for (Json schema : schemas) {
            if (!holds(schema, rule)) {
                return false;
            }
        }
        return true;
    }

    private static boolean requiresAll(JsonObject object) {
        Set<Json> required = new HashSet<>();
        if (object.get("required").orElse(Json.nul()) instanceof JsonArray names) {
            names.forEach(required::add);
        }
        return object.get("properties").orElse(Json.nul()) instanceof JsonObject properties
                && properties.names().stream().map(Json::of).allMatch(required::contains);
    }
}
