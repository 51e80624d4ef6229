package io.patchboard.workflow.check;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What is known of a value of which some schemas hold together, {@code allOf} and references taken apart. Numbers are
 * of two types here, integers and fractions.
 */
record Premises(List<JsonObject> parts, Set<String> types, boolean isImpossible) {

    private static final String FRACTION = "fraction";
    private static final Set<String> ALL_TYPES =
            Set.of("null", "boolean", "integer", FRACTION, "string", "array", "object");
    private static final int MOST_PARTS = 200;

    static Premises of(List<Json> schemas, Json root) {
        List<Json> open = new ArrayList<>(schemas);
        Set<JsonObject> parts = new LinkedHashSet<>();
        Set<String> types = new TreeSet<>(ALL_TYPES);
        boolean impossible = false;
        for (int i = 0; i < open.size() && i < MOST_PARTS; i++) {
            impossible |= open.get(i) == JsonBoolean.FALSE;
            if (open.get(i) instanceof JsonObject part && parts.add(part)) {
                open.addAll(Inclusion.items(part.get("allOf").orElse(Json.nul())));
                if (part.get("$ref").orElse(null) instanceof JsonString ref) {
                    Refs.target(ref.value(), root).ifPresent(open::add);
                }
                part.get("type").ifPresent(type -> types.retainAll(types(type)));
            }
        }
        return new Premises(List.copyOf(parts), types, impossible || types.isEmpty());
    }

    static Set<String> types(Json type) {
        Set<String> types = new HashSet<>();
        Stream<Json> words = type instanceof JsonArray ? Inclusion.items(type).stream() : Stream.of(type);
        words.map(word -> ((JsonString) word).value()).forEach(word -> {
            types.add(word.equals("number") ? FRACTION : word);
            if (word.equals("number")) {
                types.add("integer");
            }
        });
        return types;
    }

    List<Json> all() {
        return List.copyOf(parts);
    }

    boolean contains(JsonObject schema) {
        return parts.contains(schema);
    }

    boolean hasNumbers() {
        return types.contains("integer") || types.contains(FRACTION);
    }

    /** All values that there can be, where one of the schemas lists them. */
    Optional<List<Json>> values() {
        return parts.stream()
                .filter(part -> part.has("enum") || part.has("const"))
                .findFirst()
                .map(part -> part.get("const")
                        .map(List::of)
                        .orElseGet(() -> Inclusion.items(part.get("enum").orElseThrow())))
                .map(values -> values.stream().filter(this::allows).toList());
    }

    /** False only if a schema that stands alone refuses the value. */
    private boolean allows(Json value) {
        return parts.stream()
                .filter(part -> !part.toString().contains("\"$ref\""))
                .noneMatch(part -> {
                    try {
                        return JsonSchema.compile(part).validate(value).isPresent();
                    } catch (SchemaCompileException e) {
                        return false;
                    }
                });
    }

    /** The premises once for each option of the first choice among them, without that choice. */
    Optional<List<List<Json>>> cases() {
        for (String choice : List.of("anyOf", "oneOf")) {
            Optional<JsonObject> chosen =
                    parts.stream().filter(part -> part.has(choice)).findFirst();
            if (chosen.isPresent()) {
                List<Json> rest = new ArrayList<>(parts);
                rest.remove(chosen.get());
                rest.add(chosen.get().without(choice));
                return Optional.of(Inclusion.items(chosen.get().get(choice).orElseThrow()).stream()
                        .map(option -> with(rest, option))
                        .toList());
            }
        }
        return Optional.empty();
    }

    /** The premises once for each type that the value can be of. */
    List<List<Json>> typeCases() {
        return types.stream()
                .map(type -> with(all(), JsonObject.of("type", Json.of(type.equals(FRACTION) ? "number" : type))))
                .toList();
    }

    private static List<Json> with(List<? extends Json> schemas, Json another) {
        List<Json> more = new ArrayList<>(schemas);
        more.add(another);
        return more;
    }

    /** Whether one of the schemas says just that. */
    boolean says(String keyword, Json value) {
        return parts.stream()
                .anyMatch(part -> part.get(keyword).filter(value::equals).isPresent());
    }

    /** Whether what the schemas say of a bound is at least as narrow. */
    boolean isWithin(String keyword, Json bound) {
        boolean lower = keyword.startsWith("min") || keyword.equals("exclusiveMinimum");
        boolean exclusive = keyword.startsWith("exclusive");
        String opposite = switch (keyword) {
            case "minimum" -> "exclusiveMinimum";
            case "maximum" -> "exclusiveMaximum";
            case "exclusiveMinimum" -> "minimum";
            case "exclusiveMaximum" -> "maximum";
            default -> keyword;
        };
        if (!(bound instanceof JsonNumber limit)) {
            return false;
        }
        return numbers(keyword).anyMatch(own -> narrower(own, limit.value(), lower, true))
                || numbers(opposite).anyMatch(own -> narrower(own, limit.value(), lower, !exclusive));
    }

    private static boolean narrower(BigDecimal own, BigDecimal limit, boolean lower, boolean orEqual) {
        int order = lower ? own.compareTo(limit) : limit.compareTo(own);
        return order > 0 || orEqual && order == 0;
    }

    boolean isMultiple(Json divisor) {
        if (!(divisor instanceof JsonNumber number)) {
            return false;
        }
        boolean integers = !types.contains(FRACTION) && number.value().compareTo(BigDecimal.ONE) == 0;
        return integers
                || numbers("multipleOf")
                        .anyMatch(own -> own.remainder(number.value()).signum() == 0);
    }

    private Stream<BigDecimal> numbers(String keyword) {
        return parts.stream()
                .map(part -> part.get(keyword).orElse(null))
                .filter(JsonNumber.class::isInstance)
                .map(number -> ((JsonNumber) number).value());
    }

    Set<String> required() {
        Set<String> names = new HashSet<>();
        parts.forEach(part -> Inclusion.items(part.get("required").orElse(Json.nul()))
                .forEach(name -> names.add(((JsonString) name).value())));
        return names;
    }

    Set<String> propertyNames() {
        Set<String> names = new TreeSet<>();
        parts.forEach(part -> names.addAll(properties(part).names()));
        return names;
    }

    /** What is known of a member, if it is there. */
    List<Json> property(String name) {
        return parts.stream()
                .map(part -> properties(part).get(name).or(() -> other(part)).orElse(null))
                .filter(Objects::nonNull)
                .toList();
    }

    /** What is known of a member that no schema names. */
    List<Json> otherProperties() {
        return parts.stream().map(Premises::other).flatMap(Optional::stream).toList();
    }

    private static Optional<Json> other(JsonObject part) {
        return part.has("patternProperties") ? Optional.empty() : part.get("additionalProperties");
    }

    private static JsonObject properties(JsonObject part) {
        return part.get("properties").orElse(null) instanceof JsonObject given ? given : JsonObject.EMPTY;
    }

    List<Json> items() {
        return parts.stream()
                .filter(part -> !part.has("prefixItems"))
                .map(part -> part.get("items").orElse(null))
                .filter(Objects::nonNull)
                .toList();
    }
}
