package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.Set;

/** The keywords that hold subschemas: JSON Schema 2020-12, Core, section 10, and {@code contentSchema}. */
final class Applicators {

    private static final Set<String> SAME_VALUE_MAPS = Set.of("dependentSchemas");
    private static final Set<String> SAME_VALUE_LISTS = Set.of("allOf", "anyOf", "oneOf");
    private static final Set<String> SAME_VALUE_SINGLES = Set.of("not", "if", "then", "else");
    private static final Set<String> CHILD_MAPS = Set.of("properties", "patternProperties");
    private static final Set<String> CHILD_SINGLES = Set.of(
            "items",
            "contains",
            "additionalProperties",
            "propertyNames",
            "unevaluatedItems",
            "unevaluatedProperties",
            "contentSchema");

    /** Is shown subschemas. */
    interface Visitor {

        /** @param same whether it applies to the value that its parent applies to, and not to a part of it */
        void visit(Json schema, Place place, boolean same);
    }

    private Applicators() {}

    /** @param place of the keyword's value */
    static void forEach(String keyword, Json value, Place place, Visitor visitor) {
        boolean same = SAME_VALUE_MAPS.contains(keyword)
                || SAME_VALUE_LISTS.contains(keyword)
                || SAME_VALUE_SINGLES.contains(keyword);
        if (SAME_VALUE_SINGLES.contains(keyword) || CHILD_SINGLES.contains(keyword)) {
            visitor.visit(value, place, same);
        } else if ((SAME_VALUE_LISTS.contains(keyword) || keyword.equals("prefixItems"))
                && value instanceof JsonArray list) {
            for (int i = 0; i < list.size(); i++) {
                visitor.visit(list.get(i), place.child(i), same);
            }
        } else if ((SAME_VALUE_MAPS.contains(keyword) || CHILD_MAPS.contains(keyword) || keyword.equals("$defs"))
                && value instanceof JsonObject map) {
            map.members().forEach((name, schema) -> visitor.visit(schema, place.child(name), same));
        }
    }
}
