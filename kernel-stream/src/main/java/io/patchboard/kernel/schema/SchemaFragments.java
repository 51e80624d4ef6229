package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.patch.PathPattern;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** Parts of a schema, for telling a worker what the values that it may write look like. */
public final class SchemaFragments {

    private static final String LOCAL = "#/";

    /** In a row; a schema with more does not compile, but this is asked before that is known. */
    private static final int MOST_REFERENCES = 100;

    private SchemaFragments() {}

    /**
     * The subschema that applies to a value at the places of a pattern, found by walking {@code properties},
     * {@code additionalProperties}, {@code items}, {@code prefixItems} and local {@code $ref}s. It is what the schema
     * says plainly, not all that it says: {@code patternProperties} and combinators such as {@code allOf} are not
     * walked. Empty where nothing is said plainly, or one thing of some places and another of others; and for patterns
     * that end in {@code **}.
     */
    public static Optional<Json> at(Json schema, PathPattern pattern) {
        if (pattern.isDeep()) {
            return Optional.empty();
        }
        return at(schema, pattern.segments());
    }

    /** As {@link #at(Json, PathPattern)}, for a pattern's segments or a pointer's tokens. */
    public static Optional<Json> at(Json schema, List<String> segments) {
        Optional<Json> at = Optional.of(schema);
        for (String segment : segments) {
            at = at.flatMap(here -> child(schema, here, segment));
        }
        return at.flatMap(here -> target(schema, here));
    }

    /** One step from a subschema of a root to that of a member or item, before any {@code $ref} there is followed. */
    public static Optional<Json> child(Json root, Json schema, String segment) {
        return target(root, schema).flatMap(here -> step(here, segment));
    }

    private static Optional<Json> step(Json schema, String segment) {
        if (!(schema instanceof JsonObject object)) {
            return Optional.empty();
        }
        Optional<Json> named = object.get("properties").flatMap(properties -> member(properties, segment));
        if (named.isPresent()) {
            return named;
        }
        OptionalInt index = JsonPointer.arrayIndex(segment);
        boolean anyItem = segment.equals("*") || segment.equals(JsonPointer.END);
        if (index.isPresent() && object.get("prefixItems").orElse(Json.nul()) instanceof JsonArray prefix) {
            if (index.getAsInt() < prefix.size()) {
                return Optional.of(prefix.get(index.getAsInt()));
            }
        }
        Optional<Json> items = object.get("items");
        if ((anyItem || index.isPresent()) && items.isPresent()) {
            return anyItem && object.has("prefixItems") ? Optional.empty() : items;
        }
        boolean several = segment.equals("*") && object.has("properties") || object.has("patternProperties");
        return segment.equals(JsonPointer.END) || several
                ? Optional.empty()
                : object.get("additionalProperties").filter(JsonObject.class::isInstance);
    }

    private static Optional<Json> member(Json json, String name) {
        return json instanceof JsonObject object ? object.get(name) : Optional.empty();
    }

    /** Follows a {@code $ref} that is not accompanied by anything that applies too. */
    public static Optional<Json> target(Json root, Json schema) {
        if (schema instanceof JsonObject object && object.recall(root) instanceof Led known) {
            return known.at;
        }
        return plainReference(schema).isEmpty() ? Optional.of(schema) : led(root, schema).at;
    }

    /**
     * Where a schema leads that refers to another. Each remembers it: long paths come through the same ones with each
     * step, and many of them with each path.
     *
     * @param at absent if there is nothing, or it takes too many references
     * @param references that it takes, or one more than there may be
     */
    private record Led(Optional<Json> at, int references) {

        private static final Led NOWHERE = new Led(Optional.empty(), MOST_REFERENCES + 1);

        /** For one that refers to this. */
        Led further() {
            return references < MOST_REFERENCES ? new Led(at, references + 1) : NOWHERE;
        }
    }

    private static Led led(Json root, Json schema) {
        List<JsonObject> way = new ArrayList<>();
        Set<Json> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Optional<Json> at = Optional.of(schema);
        Optional<Led> end = Optional.empty();
        while (end.isEmpty()) {
            Optional<String> reference = at.flatMap(SchemaFragments::plainReference);
            if (at.isEmpty() || !seen.add(at.get())) {
                end = Optional.of(Led.NOWHERE);
            } else if (reference.isEmpty()) {
                end = Optional.of(new Led(at, 0));
            } else if (((JsonObject) at.get()).recall(root) instanceof Led known) {
                end = Optional.of(known);
            } else {
                way.add((JsonObject) at.get());
                at = pointer(reference.get()).flatMap(pointer -> pointer.resolve(root));
            }
        }
        Led led = end.get();
        for (JsonObject on : way.reversed()) {
            led = led.further();
            on.remember(root, led);
        }
        return led;
    }

    /** The reference of a schema that says nothing else. */
    private static Optional<String> plainReference(Json schema) {
        return schema instanceof JsonObject object && !object.has("properties") && !object.has("items")
                ? localReference(object)
                : Optional.empty();
    }

    private static Optional<String> localReference(JsonObject object) {
        return object.get("$ref")
                .filter(JsonString.class::isInstance)
                .map(value -> ((JsonString) value).value())
                .filter(text -> text.startsWith(LOCAL) || text.equals("#"));
    }

    private static Optional<JsonPointer> pointer(String reference) {
        try {
            return Optional.of(JsonPointer.parse(
                    Optional.ofNullable(URI.create(reference).getFragment()).orElse("")));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * The fragment with a {@code $defs} of exactly those definitions of the root that it refers to, directly or through
     * others, so that it stands alone. References to other places of the root than {@code #/$defs/NAME} stay as they
     * are. {@code $defs} come sorted by name.
     */
    public static Json withDefs(Json root, Json fragment) {
        if (!(fragment instanceof JsonObject object)) {
            return fragment;
        }
        Json definitions = member(root, "$defs").orElse(JsonObject.EMPTY);
        TreeMap<String, Json> needed = new TreeMap<>();
        Deque<Json> open = new ArrayDeque<>();
        open.push(fragment);
        while (!open.isEmpty()) {
            Json at = open.pop();
            if (at instanceof JsonObject schema) {
                localReference(schema)
                        .flatMap(SchemaFragments::pointer)
                        .filter(pointer -> pointer.tokens().size() >= 2
                                && pointer.tokens().get(0).equals("$defs"))
                        .map(pointer -> pointer.tokens().get(1))
                        .ifPresent(name -> member(definitions, name).ifPresent(definition -> {
                            if (needed.putIfAbsent(name, definition) == null) {
                                open.push(definition);
                            }
                        }));
                schema.members().values().forEach(open::push);
            } else if (at instanceof JsonArray array) {
                array.forEach(open::push);
            }
        }
        if (needed.isEmpty()) {
            return object;
        }
        JsonObject.Builder defs = JsonObject.builder();
        if (object.get("$defs").orElse(Json.nul()) instanceof JsonObject own) {
            defs.putAll(own);
        }
        needed.forEach((name, definition) -> defs.put(name, definition));
        return object.with("$defs", defs.build());
    }
}
