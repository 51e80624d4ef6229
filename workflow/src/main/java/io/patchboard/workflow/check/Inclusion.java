package io.patchboard.workflow.check;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A proof that each value of one schema is a value of another, keyword by keyword of the second: each has to follow
 * from the first one's. What it does not know it does not prove. The first is taken as a list of schemas that hold
 * together; leaving one out only makes the proof harder.
 */
final class Inclusion {

    private static final int MOST_STEPS = 20_000;
    private static final int DEEPEST = 40;

    /** What says nothing about a value. */
    private static final Set<String> ANNOTATIONS = Set.of(
            "$schema",
            "$id",
            "$comment",
            "$defs",
            "definitions",
            "title",
            "description",
            "default",
            "examples",
            "deprecated",
            "readOnly",
            "writeOnly");

    private final Json given;
    private final Json taken;
    private final boolean sameDocument;
    private int steps;
    private String reason = "";

    Inclusion(Json given, Json taken) {
        this.given = given;
        this.taken = taken;
        this.sameDocument = given.equals(taken);
    }

    boolean holds() {
        if (hasOwnNames(given) || hasOwnNames(taken)) {
            return fails("references to an $id or by $dynamicRef are not followed.");
        }
        return proves(List.of(given), taken, 0);
    }

    /** Whether references in it may mean something else than a pointer from its root. */
    private static boolean hasOwnNames(Json schema) {
        String inner = (schema instanceof JsonObject object ? object.without("$id") : schema).toString();
        return inner.contains("\"$id\"") || inner.contains("\"$dynamicRef\"");
    }

    /** Of a proof that failed: the first keyword that it did not come past. */
    String reason() {
        return reason;
    }

    boolean proves(List<Json> premises, Json schema, int depth) {
        if (schema == JsonBoolean.TRUE) {
            return true;
        }
        if (++steps > MOST_STEPS || depth > DEEPEST) {
            return fails("the schemas are too large or refer to themselves.");
        }
        Premises known = Premises.of(premises, given);
        if (known.isImpossible()) {
            return true;
        }
        if (!(schema instanceof JsonObject object)) {
            return fails("it is open whether there can be a value at a place where none is taken.");
        }
        if (known.contains(object) && (sameDocument || !object.toString().contains("\"$ref\""))) {
            return true;
        }
        Optional<List<Json>> values = known.values();
        if (values.isPresent()) {
            return values.get().stream().allMatch(value -> takes(object, value))
                    || fails("not each value of an enum could be tried.");
        }
        Optional<List<List<Json>>> cases = known.cases();
        if (cases.isPresent()) {
            return cases.get().stream().allMatch(premise -> proves(premise, schema, depth + 1));
        }
        return object.names().stream()
                .filter(keyword -> !ANNOTATIONS.contains(keyword))
                .allMatch(keyword -> provesKeyword(known, object, keyword, depth));
    }

    private boolean provesKeyword(Premises known, JsonObject schema, String keyword, int depth) {
        Json value = schema.get(keyword).orElseThrow();
        boolean proved = switch (keyword) {
            case "type" -> Premises.types(value).containsAll(known.types());
            case "$ref" ->
                value instanceof JsonString ref
                        && Refs.target(ref.value(), taken)
                                .filter(target -> proves(known.all(), target, depth + 1))
                                .isPresent();
            case "allOf" -> items(value).stream().allMatch(part -> proves(known.all(), part, depth + 1));
            case "anyOf" -> provesAny(known, items(value), depth);
            case "required", "properties", "additionalProperties", "minProperties", "maxProperties" ->
                !known.types().contains("object") || new ObjectInclusion(this, known, depth).proves(schema, keyword);
            case "items", "minItems", "maxItems", "uniqueItems" ->
                !known.types().contains("array") || provesItems(known, schema, keyword, depth);
            case "minLength", "maxLength" -> !known.types().contains("string") || known.isWithin(keyword, value);
            case "pattern" -> !known.types().contains("string") || known.says(keyword, value);
            case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum" ->
                !known.hasNumbers() || known.isWithin(keyword, value);
            case "multipleOf" -> !known.hasNumbers() || known.isMultiple(value);
            default -> known.says(keyword, value) && keyword.equals("format");
        };
        return proved || fails("nothing tells that " + keyword + " always holds.");
    }

    private boolean provesAny(Premises known, List<Json> options, int depth) {
        if (options.stream().anyMatch(option -> proves(known.all(), option, depth + 1))) {
            return true;
        }
        return known.types().size() > 1
                && known.typeCases().stream()
                        .allMatch(premise -> options.stream().anyMatch(option -> proves(premise, option, depth + 1)));
    }

    private boolean provesItems(Premises known, JsonObject schema, String keyword, int depth) {
        return switch (keyword) {
            case "items" ->
                !schema.has("prefixItems")
                        && proves(known.items(), schema.get(keyword).orElseThrow(), depth + 1);
            case "uniqueItems" ->
                schema.get(keyword).orElseThrow() == JsonBoolean.FALSE || known.says(keyword, Json.of(true));
            default -> known.isWithin(keyword, schema.get(keyword).orElseThrow());
        };
    }

    /** A value of an enum, tried on the part of the schema that has to take it. */
    private boolean takes(JsonObject part, Json value) {
        try {
            JsonObject whole = part;
            for (String definitions : List.of("$defs", "definitions")) {
                if (taken instanceof JsonObject root && root.has(definitions)) {
                    whole = whole.with(definitions, root.get(definitions).orElseThrow());
                }
            }
            return JsonSchema.compile(whole).validate(value).isEmpty();
        } catch (SchemaCompileException e) {
            return false;
        }
    }

    private boolean fails(String why) {
        reason = reason.isEmpty() ? why : reason;
        return false;
    }

    static List<Json> items(Json array) {
        List<Json> items = new ArrayList<>();
        if (array instanceof JsonArray some) {
            for (int i = 0; i < some.size(); i++) {
                items.add(some.get(i));
            }
        }
        return items;
    }
}
