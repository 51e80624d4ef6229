package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.keyword.Regex;
import java.math.BigDecimal;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Whether values have no room for sentences: enums, numbers, booleans, and texts that are short and of a pattern
 * without blanks, such as dates and identifiers; and bounded arrays and objects of those. Told from what a schema says
 * plainly; what it says otherwise counts as open.
 */
public final class ClosedTypes {

    /** Characters that a text may have. */
    public static final int MOST_CHARS = 64;

    /** Items of an array, or members of an object whose names are not in the schema. */
    public static final int MOST_PARTS = 32;

    private static final int MOST_LEVELS = 16;
    private static final Regex WITHOUT_BLANKS =
            compiled("^\\^(?:(?:[A-Za-z0-9_:@-]|\\\\[.d+-]|\\[(?:[A-Za-z0-9_:.@+-]|\\\\[d.-])+])"
                    + "(?:[*+?]|\\{[0-9]+(?:,[0-9]*)?})?)+\\$$");
    private static final String BOUND = " of at most ";

    private final Json root;

    /**
     * What was found out, by level: where members refer to one schema, and its members to another one, there are as
     * many ways to the last as the product of all members.
     */
    private final List<Map<JsonObject, Optional<String>>> found = Stream.<Map<JsonObject, Optional<String>>>generate(
                    IdentityHashMap::new)
            .limit(MOST_LEVELS + 1)
            .toList();

    private static Regex compiled(String pattern) {
        try {
            return LinearRegex.compile(pattern);
        } catch (RegexException e) {
            throw new IllegalStateException("Expected a pattern that compiles.", e);
        }
    }

    /** @param root the whole schema */
    public ClosedTypes(Json root) {
        this.root = root;
    }

    /** Why what may be written at the places of a pattern is not closed; empty if it is. */
    public Optional<String> problem(PathPattern places) {
        if (places.isDeep()) {
            return Optional.of("a path that ends in ** is many places");
        }
        Optional<Json> here = Optional.of(root);
        for (String segment : places.segments()) {
            Optional<Json> container = here.flatMap(at -> SchemaFragments.target(root, at));
            Optional<String> problem = name(segment, container);
            if (problem.isPresent()) {
                return problem;
            }
            here = container.flatMap(at -> SchemaFragments.child(root, at, segment));
        }
        return here.map(schema -> value(schema, 0))
                .orElseGet(() -> Optional.of("the schema says nothing plainly of that place"));
    }

    /** A worker that chooses where it writes could spell words by names. */
    private Optional<String> name(String segment, Optional<Json> container) {
        boolean chosen = segment.equals(PathPattern.ANY)
                || segment.equals(JsonPointer.END)
                || JsonPointer.arrayIndex(segment).isPresent();
        JsonObject schema = container.orElse(Json.nul()) instanceof JsonObject object ? object : JsonObject.EMPTY;
        if (!chosen || isOf(schema, "array")) {
            return Optional.empty();
        }
        return isOf(schema, "object")
                ? names(schema)
                : Optional.of("what holds it is neither of type array nor of type object");
    }

    private Optional<String> value(Json schema, int level) {
        Optional<Json> target = level > MOST_LEVELS ? Optional.empty() : SchemaFragments.target(root, schema);
        if (!(target.orElse(Json.nul()) instanceof JsonObject object)) {
            return target.filter(Json.of(false)::equals).isPresent()
                    ? Optional.empty()
                    : Optional.of("it may be anything");
        }
        Optional<String> known = found.get(level).get(object);
        if (known == null) {
            known = value(object, level);
            found.get(level).put(object, known);
        }
        return known;
    }

    private Optional<String> value(JsonObject object, int level) {
        if (object.has("const") || object.has("enum")) {
            return Optional.empty();
        }
        for (String keyword : List.of("anyOf", "oneOf")) {
            if (object.get(keyword).orElse(Json.nul()) instanceof JsonArray options) {
                return options.stream()
                        .flatMap(option -> value(option, level + 1).stream())
                        .findFirst();
            }
        }
        List<String> types = types(object);
        return types.isEmpty()
                ? Optional.of("it may be of any type")
                : types.stream()
                        .flatMap(type -> ofType(type, object, level).stream())
                        .findFirst();
    }

    private Optional<String> ofType(String type, JsonObject schema, int level) {
        return switch (type) {
            case "boolean", "null", "number", "integer" -> Optional.empty();
            case "string" -> text(schema);
            case "array" ->
                schema.has("prefixItems")
                        ? Optional.of("its items are of several kinds")
                        : bounded(schema, "maxItems", "an array")
                                .or(() -> value(schema.get("items").orElse(Json.of(true)), level + 1));
            default -> object(schema, level);
        };
    }

    private static Optional<String> text(JsonObject schema) {
        boolean plain = schema.get("pattern").orElse(Json.nul()) instanceof JsonString pattern
                && WITHOUT_BLANKS.isFoundIn(pattern.value());
        return plain && isAtMost(schema, "maxLength", MOST_CHARS)
                ? Optional.empty()
                : Optional.of("a text has to have an enum, or a maxLength" + BOUND + MOST_CHARS
                        + " and a pattern of letters, digits and _ : . @ + - such as ^[a-z0-9-]+$");
    }

    private Optional<String> object(JsonObject schema, int level) {
        if (schema.has("patternProperties")) {
            return Optional.of("patternProperties leave the names of members open");
        }
        Json others = schema.get("additionalProperties").orElse(Json.of(true));
        Optional<String> members = schema.get("properties").orElse(Json.nul()) instanceof JsonObject properties
                ? properties.members().values().stream()
                        .flatMap(property -> value(property, level + 1).stream())
                        .findFirst()
                : Optional.empty();
        return others.equals(Json.of(false))
                ? members
                : members.or(() -> names(schema))
                        .or(() -> bounded(schema, "maxProperties", "an object"))
                        .or(() -> value(others, level + 1));
    }

    private Optional<String> names(JsonObject schema) {
        if (schema.get("additionalProperties").filter(Json.of(false)::equals).isPresent()
                && !schema.has("patternProperties")) {
            return Optional.empty();
        }
        Optional<String> problem = schema.get("propertyNames").orElse(Json.nul()) instanceof JsonObject names
                ? names.has("enum") ? Optional.empty() : text(names)
                : Optional.of("propertyNames are missing");
        return problem.map(why -> "the names of its members are open (" + why + ")");
    }

    private static Optional<String> bounded(JsonObject schema, String keyword, String what) {
        return isAtMost(schema, keyword, MOST_PARTS)
                ? Optional.empty()
                : Optional.of(what + " has to have a " + keyword + BOUND + MOST_PARTS);
    }

    private static boolean isAtMost(JsonObject schema, String keyword, int most) {
        return schema.get(keyword).orElse(Json.nul()) instanceof JsonNumber number
                && number.value().compareTo(BigDecimal.valueOf(most)) <= 0;
    }

    private static List<String> types(JsonObject schema) {
        return switch (schema.get("type").orElse(Json.nul())) {
            case JsonString one -> List.of(one.value());
            case JsonArray several ->
                several.stream()
                        .flatMap(type -> type instanceof JsonString word
                                ? List.of(word.value()).stream()
                                : List.<String>of().stream())
                        .toList();
            default -> List.of();
        };
    }

    private static boolean isOf(JsonObject schema, String type) {
        List<String> types = types(schema);
        return !types.isEmpty() && types.stream().allMatch(Predicate.isEqual(type));
    }
}
