package io.patchboard.client.board;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.text.Cut;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The clauses of a blueprint by which a kernel rejects: keywords of the state's schema, invariants, contracts, forms of
 * patches, bounds. Each is named by the JSON Pointer to its place in the blueprint, with the blueprint's hash.
 *
 * <p>What no blueprint says (that a patch is JSON, that an invocation has one answer) is named by stage and code, as in
 * {@code PRECONDITION stale}.
 */
public final class Clauses {

    private static final int MOST_CHARS = 300;

    private static final JsonPointer SCHEMA = JsonPointer.parse("/state/schema");

    private static final Set<String> ASSERTIONS = Set.of(
            "type",
            "enum",
            "const",
            "required",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            BlobHandle.MEMBER,
            "minLength",
            "maxLength",
            "pattern",
            "format",
            "minItems",
            "maxItems",
            "uniqueItems",
            "contains",
            "minContains",
            "maxContains",
            "minProperties",
            "maxProperties",
            "propertyNames",
            "dependentRequired",
            "not",
            "anyOf",
            "oneOf");

    private static final Set<String> SCHEMAS_BY_NAME =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

    private static final Set<String> SCHEMAS_IN_ORDER = Set.of("allOf", "anyOf", "oneOf", "prefixItems");

    private static final Set<String> SCHEMAS = Set.of(
            "items",
            "additionalProperties",
            "unevaluatedProperties",
            "unevaluatedItems",
            "contains",
            "propertyNames",
            "not",
            "if",
            "then",
            "else");

    private final Json blueprint;
    private final String hash;

    /** @param blueprint as a board's log has it */
    public Clauses(Json blueprint) {
        this.blueprint = blueprint;
        this.hash = CanonicalJson.sha256(blueprint);
    }

    /** SHA-256 of the blueprint's canonical JSON. */
    public String hash() {
        return hash;
    }

    /** The name of the clause that a rejection is by: a JSON Pointer, or stage and code where no clause says it. */
    public String name(Rejection rejection, Optional<String> worker) {
        return place(rejection, worker)
                .filter(place -> place.resolve(blueprint).isPresent())
                .map(JsonPointer::toString)
                .orElseGet(() -> rejection.stage() + " " + rejection.code());
    }

    /** What a clause says; absent for what no blueprint says. */
    public Optional<String> text(String name) {
        return name.startsWith("/")
                ? pointer(name).flatMap(place -> place.resolve(blueprint)).map(Clauses::abbreviated)
                : Optional.empty();
    }

    private static String abbreviated(Json clause) {
        String text = clause instanceof JsonString string ? string.value() : JsonWriter.compact(clause);
        return Cut.shortened(text, MOST_CHARS);
    }

    private Optional<JsonPointer> place(Rejection rejection, Optional<String> worker) {
        return switch (rejection.stage()) {
            case SCHEMA ->
                rejection.is(RejectionCode.INPUT_MISSING)
                        ? Optional.empty()
                        : ofSchema(
                                rejection.rule().flatMap(Clauses::pointer).orElse(JsonPointer.ROOT), rejection.code());
            case INVARIANT -> rejection.rule().flatMap(name -> named("/invariants", name));
            case APPROVAL -> rejection.rule().flatMap(name -> named("/gates", name));
            case TIMEOUT -> worker.flatMap(this::policy).map(policy -> policy.child("timeout"));
            case BUDGET ->
                rejection.is(RejectionCode.STATE_BYTES)
                        ? Optional.of(JsonPointer.parse("/budgets/stateBytes"))
                        : rejection.is(RejectionCode.BLOB_BYTES)
                                ? Optional.of(JsonPointer.parse("/budgets/blobBytes"))
                                : Optional.empty();
            case DECODE, ADMISSION, SYNTAX, AUTHORIZATION, APPLICATION, PRECONDITION, WORKER ->
                rejection.rule().flatMap(Clauses::pointer);
        };
    }

    private Optional<JsonPointer> ofSchema(JsonPointer rule, String keyword) {
        // Of a creation the rule leads into the command, which has the blueprint.
        boolean ofInput = rule.tokens().size() > 1 && rule.tokens().get(0).equals("blueprint");
        JsonPointer schema =
                ofInput ? new JsonPointer(rule.tokens().subList(1, rule.tokens().size())) : SCHEMA;
        for (String token : ofInput ? List.<String>of() : rule.tokens()) {
            schema = schema.child(token);
        }
        JsonPointer clause = schema.child(keyword);
        return Optional.of(clause.resolve(blueprint).isPresent() ? clause : schema);
    }

    /** The item of this name in a list of the blueprint. */
    private Optional<JsonPointer> named(String list, String name) {
        if (!(at(list) instanceof JsonArray items)) {
            return Optional.empty();
        }
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof JsonObject item
                    && item.get("name").filter(Json.of(name)::equals).isPresent()) {
                return Optional.of(JsonPointer.parse(list).child(i));
            }
        }
        return Optional.empty();
    }

    private Optional<JsonPointer> policy(String worker) {
        Json named = at("/workers/" + JsonPointer.escape(worker) + "/policy");
        String name = named instanceof JsonString text ? text.value() : "default";
        return Optional.of(JsonPointer.parse("/policies").child(name));
    }

    private Json at(String pointer) {
        return JsonPointer.parse(pointer).resolve(blueprint).orElse(Json.nul());
    }

    private static Optional<JsonPointer> pointer(String text) {
        try {
            return Optional.of(JsonPointer.parse(text)).filter(place -> !place.isRoot());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** All that the blueprint has, by name, with what they say. */
    public SortedMap<String, String> all() {
        SortedMap<String, String> all = new TreeMap<>();
        SCHEMA.resolve(blueprint).ifPresent(schema -> ofSchema(schema, SCHEMA, all));
        if (at("/invariants") instanceof JsonArray invariants) {
            for (int i = 0; i < invariants.size(); i++) {
                put(JsonPointer.parse("/invariants").child(i), all);
            }
        }
        if (at("/workers") instanceof JsonObject workers) {
            for (String name : workers.names()) {
                JsonPointer worker = JsonPointer.parse("/workers").child(name);
                put(worker.child("write"), all);
                if (worker.child("patch").resolve(blueprint).orElse(Json.nul()) instanceof JsonObject form) {
                    form.names().forEach(part -> put(worker.child("patch").child(part), all));
                }
            }
        }
        put(JsonPointer.parse("/private"), all);
        put(JsonPointer.parse("/budgets/stateBytes"), all);
        put(JsonPointer.parse("/budgets/blobBytes"), all);
        return all;
    }

    private void put(JsonPointer place, SortedMap<String, String> all) {
        place.resolve(blueprint).ifPresent(clause -> all.put(place.toString(), abbreviated(clause)));
    }

    private static void ofSchema(Json schema, JsonPointer at, SortedMap<String, String> all) {
        if (!(schema instanceof JsonObject object)) {
            return;
        }
        object.members().forEach((keyword, value) -> {
            JsonPointer place = at.child(keyword);
            boolean forbids = SCHEMAS.contains(keyword) && value.equals(Json.of(false));
            if (ASSERTIONS.contains(keyword) || forbids) {
                all.put(place.toString(), abbreviated(value));
            }
            if (SCHEMAS.contains(keyword)) {
                ofSchema(value, place, all);
            } else if (SCHEMAS_BY_NAME.contains(keyword) && value instanceof JsonObject byName) {
                byName.members().forEach((name, part) -> ofSchema(part, place.child(name), all));
            } else if (SCHEMAS_IN_ORDER.contains(keyword) && value instanceof JsonArray parts) {
                for (int i = 0; i < parts.size(); i++) {
                    ofSchema(parts.get(i), place.child(i), all);
                }
            }
        });
    }
}
