package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.SealedValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which values the keywords {@code $sealed}, {@code type}, {@code const} and {@code enum} exclude: the place of the
 * first that does.
 */
final class Exclusions {

    private static final String NUMBER = "number";
    private static final String INTEGER = "integer";

    private final Json root;

    Exclusions(Json root) {
        this.root = root;
    }

    /** @param type as {@link Json#typeName} has it */
    Optional<JsonPointer> ofType(String type, Set<JsonPointer> set) {
        List<String> spelt = type.equals(NUMBER) ? List.of(NUMBER, INTEGER) : List.of(type);
        return first(set, spelt, value -> value.typeName().equals(type));
    }

    /** How many options of enums a value is compared with, at most. */
    long options(Set<JsonPointer> set) {
        return set.stream()
                .mapToLong(at ->
                        at.child("enum").resolve(root).orElse(Json.nul()) instanceof JsonArray list ? list.size() : 0)
                .sum();
    }

    /** The place of a keyword by which a value is sealed: it is an object, and nobody looks into it. */
    Optional<JsonPointer> closed(Set<JsonPointer> set) {
        return set.stream()
                .map(at -> at.child(SealedValue.MEMBER))
                .filter(at -> at.resolve(root).isPresent())
                .findFirst();
    }

    Optional<JsonPointer> ofValue(Json value, Set<JsonPointer> set) {
        boolean whole = value instanceof JsonNumber number && number.isIntegral();
        List<String> spelt = whole ? List.of(NUMBER, INTEGER) : List.of(value.typeName());
        return first(set, spelt, value::equals);
    }

    private Optional<JsonPointer> first(Set<JsonPointer> set, List<String> types, Predicate<Json> fits) {
        return set.stream().flatMap(at -> keyword(at, types, fits).stream()).findFirst();
    }

    private Optional<JsonPointer> keyword(JsonPointer at, List<String> types, Predicate<Json> fits) {
        JsonObject schema =
                at.resolve(root).orElse(Json.nul()) instanceof JsonObject object ? object : JsonObject.EMPTY;
        if (schema.has(SealedValue.MEMBER) && !types.contains("object")) {
            return Optional.of(at.child(SealedValue.MEMBER));
        } else if (schema.get("type").filter(type -> !names(type, types)).isPresent()) {
            return Optional.of(at.child("type"));
        } else if (schema.get("const").filter(value -> !fits.test(value)).isPresent()) {
            return Optional.of(at.child("const"));
        }
        return schema.get("enum")
                .filter(values ->
                        values instanceof JsonArray list && list.stream().noneMatch(fits))
                .map(values -> at.child("enum"));
    }

    private static boolean names(Json type, List<String> any) {
        return type instanceof JsonArray list
                ? list.stream().anyMatch(one -> any.contains(text(one)))
                : any.contains(text(type));
    }

    private static String text(Json name) {
        return name instanceof JsonString string ? string.value() : "";
    }
}
