package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One operation of a JSON Patch (RFC 6902 section 4). */
public sealed interface Operation {

    /** The target location. */
    JsonPointer path();

    /** Inserts into an array before the item at the index, or sets the member of an object. */
    record Add(JsonPointer path, Json value) implements Operation {}

    /** Removes a value that exists. */
    record Remove(JsonPointer path) implements Operation {}

    /** Sets a value that exists to another. */
    record Replace(JsonPointer path, Json value) implements Operation {}

    /** Removes the value at {@code from} and adds it at {@code path}, whose indices count after the removal. */
    record Move(JsonPointer from, JsonPointer path) implements Operation {}

    /** Adds the value at {@code from} at {@code path}. */
    record Copy(JsonPointer from, JsonPointer path) implements Operation {}

    /** Demands that the value at {@code path} equals {@code value} (RFC 6902 section 4.6). */
    record Test(JsonPointer path, Json value) implements Operation {}

    /** Where the value comes from, of an operation that takes one from elsewhere: its member {@code from}. */
    default Optional<JsonPointer> source() {
        return switch (this) {
            case Move move -> Optional.of(move.from());
            case Copy copy -> Optional.of(copy.from());
            case Add add -> Optional.empty();
            case Remove remove -> Optional.empty();
            case Replace replace -> Optional.empty();
            case Test test -> Optional.empty();
        };
    }

    /** The name that the member {@code op} has. */
    default String op() {
        return switch (this) {
            case Add add -> "add";
            case Remove remove -> "remove";
            case Replace replace -> "replace";
            case Move move -> "move";
            case Copy copy -> "copy";
            case Test test -> "test";
        };
    }

    /** The same at other places. */
    default Operation at(UnaryOperator<JsonPointer> places) {
        return switch (this) {
            case Add add -> new Add(places.apply(add.path()), add.value());
            case Remove remove -> new Remove(places.apply(remove.path()));
            case Replace replace -> new Replace(places.apply(replace.path()), replace.value());
            case Move move -> new Move(places.apply(move.from()), places.apply(move.path()));
            case Copy copy -> new Copy(places.apply(copy.from()), places.apply(copy.path()));
            case Test test -> new Test(places.apply(test.path()), test.value());
        };
    }

    /** The RFC 6902 form; members that the RFC does not define are gone. */
    default JsonObject toJson() {
        return switch (this) {
            case Add add -> withValue(add.value());
            case Remove remove ->
                JsonObject.builder()
                        .put("op", op())
                        .put("path", path().toString())
                        .build();
            case Replace replace -> withValue(replace.value());
            case Move move -> withFrom(move.from());
            case Copy copy -> withFrom(copy.from());
            case Test test -> withValue(test.value());
        };
    }

    private JsonObject withValue(Json value) {
        return JsonObject.builder(3)
                .put("op", op())
                .put("path", path().toString())
                .put("value", value)
                .build();
    }

    private JsonObject withFrom(JsonPointer from) {
        return JsonObject.builder(3)
                .put("op", op())
                .put("from", from.toString())
                .put("path", path().toString())
                .build();
    }
}
