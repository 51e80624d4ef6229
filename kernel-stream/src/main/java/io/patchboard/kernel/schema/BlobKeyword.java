package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.BlobHandle;
import java.util.Optional;
import java.util.Set;

/** What a schema says of a blob, under {@link BlobHandle#MEMBER}: {@code {types: [image/png], maxBytes: 1000000}}. */
final class BlobKeyword {

    private static final Set<String> LIMITS = Set.of("types", "maxBytes");

    private BlobKeyword() {}

    /** Why it can't be that. */
    static Optional<String> problem(Json limits) {
        boolean right = limits instanceof JsonObject object
                && LIMITS.containsAll(object.names())
                && areTypes(object.get("types").orElse(JsonArray.of(Json.of("any/*"))))
                && isCount(object.get("maxBytes").orElse(JsonNumber.of(1)));
        return right
                ? Optional.empty()
                : Optional.of("Expected an object with, if they are bounded, types, a list of media types such as"
                        + " [\"image/png\", \"text/*\"], and maxBytes, a number of at least 1, but got "
                        + Text.abbreviated(limits) + ".");
    }

    private static boolean areTypes(Json value) {
        return value instanceof JsonArray list
                && !list.isEmpty()
                && list.stream()
                        .allMatch(type -> type instanceof JsonString text
                                && BlobHandle.isType(text.value().replaceFirst("/\\*$", "/any")));
    }

    private static boolean isCount(Json value) {
        return value instanceof JsonNumber number
                && number.isIntegral()
                && number.value().signum() > 0;
    }

    /** What it lets pass, for messages. */
    static String words(Json limits) {
        JsonObject object = limits instanceof JsonObject known ? known : JsonObject.EMPTY;
        return "a blob, {\"$blob\": {\"sha256\", \"bytes\", \"type\"}},"
                + object.get("types")
                        .map(types -> " of a type among " + Text.abbreviated(types))
                        .orElse("")
                + object.get("maxBytes")
                        .map(most -> " of at most " + most + " bytes")
                        .orElse("");
    }
}
