package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.Optional;
import java.util.OptionalInt;

/** Finds the places that the paths of operations name, or says what is there in place of them. */
final class Lookup {

    private Lookup() {}

    /** Where the last token of a path inserts into the array that it leads to. */
    static int insertionIndex(JsonArray array, JsonPointer path) throws Refusal {
        OptionalInt index = JsonPointer.arrayIndex(path.last());
        if (index.isPresent() && index.getAsInt() <= array.size()) {
            return index.getAsInt();
        }
        throw new Refusal(
                Refusal.Kind.MISSING,
                path,
                path.parent(),
                "Expected an index from 0 to " + array.size() + ", or \"-\" for the end, in the array at "
                        + place(path.parent()) + ", but got " + Abbreviation.quote(path.last()) + ".");
    }

    /** The child that exists at token {@code at} of the path. */
    static Json child(Json node, JsonPointer path, int at) throws Refusal {
        String token = path.tokens().get(at);
        if (node instanceof JsonObject object) {
            Optional<Json> member = object.get(token);
            if (member.isPresent()) {
                return member.get();
            }
            throw missing(path, at, "has no member " + Abbreviation.quote(token) + "; it has " + names(object));
        }
        if (node instanceof JsonArray array) {
            OptionalInt index = JsonPointer.arrayIndex(token);
            if (index.isPresent() && index.getAsInt() < array.size()) {
                return array.get(index.getAsInt());
            }
            throw missing(path, at, "is an array of " + array.size() + " items, in which " + whyNoItem(token));
        }
        throw missing(path, at, "is " + Abbreviation.of(node) + ", which has no members");
    }

    private static String whyNoItem(String token) {
        if (token.equals(JsonPointer.END)) {
            return "\"-\" is the place after the last one, where only add, move and copy can put a value";
        }
        if (!token.isEmpty() && token.chars().allMatch(c -> '0' <= c && c <= '9')) {
            return token.charAt(0) == '0' && token.length() > 1
                    ? Abbreviation.quote(token) + " is not an index (no leading zeros)"
                    : "there is no index " + Abbreviation.of(token);
        }
        return Abbreviation.quote(token) + " is not an index (expected 0, 1, 2, ...)";
    }

    private static String names(JsonObject object) {
        if (object.isEmpty()) {
            return "none";
        }
        StringBuilder names = new StringBuilder();
        for (String name : object.names()) {
            names.append(names.length() == 0 ? "" : ", ").append(Abbreviation.quote(name));
            if (names.length() > Abbreviation.LENGTH) {
                break;
            }
        }
        return Abbreviation.of(names.toString());
    }

    private static Refusal missing(JsonPointer path, int at, String why) {
        JsonPointer quoted = path.first(at);
        return new Refusal(
                Refusal.Kind.MISSING,
                path,
                quoted,
                "Expected a value at " + place(path) + ", but " + place(quoted) + " " + why + ".");
    }

    /** A place as messages name it. */
    static String place(JsonPointer pointer) {
        return pointer.isRoot() ? "the root" : Abbreviation.of(pointer.toString());
    }
}
