package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;

/** One operation of a JSON Patch (RFC 6902 section 4). */
public sealed interface Operation {

    /** The name that the member {@code op} has. */
    String op();

    /** The target location. */
    JsonPointer path();

    /** The RFC 6902 form; members that the RFC does not define are gone. */
    JsonObject toJson();

    /** Inserts into an array before the item at the index, or sets the member of an object. */
    record Add(JsonPointer path, Json value) implements Operation {

        @Override
        public String op() {
            return "add";
        }

        @Override
        public JsonObject toJson() {
            return withValue(this, value);
        }
    }

    /** Removes a value that exists. */
    record Remove(JsonPointer path) implements Operation {

        @Override
        public String op() {
            return "remove";
        }

        @Override
        public JsonObject toJson() {
            return head(this).put("path", path.toString()).build();
        }
    }

    /** Sets a value that exists to another. */
    record Replace(JsonPointer path, Json value) implements Operation {

        @Override
        public String op() {
            return "replace";
        }

        @Override
        public JsonObject toJson() {
            return withValue(this, value);
        }
    }

    /** Removes the value at {@code from} and adds it at {@code path}, whose indices count after the removal. */
    record Move(JsonPointer from, JsonPointer path) implements Operation {

        @Override
        public String op() {
            return "move";
        }

        @Override
        public JsonObject toJson() {
            return withFrom(this, from);
        }
    }

    /** Adds the value at {@code from} at {@code path}. */
    record Copy(JsonPointer from, JsonPointer path) implements Operation {

        @Override
        public String op() {
            return "copy";
        }

        @Override
        public JsonObject toJson() {
            return withFrom(this, from);
        }
    }

    /** Demands that the value at {@code path} equals {@code value} (RFC 6902 section 4.6). */
    record Test(JsonPointer path, Json value) implements Operation {

        @Override
        public String op() {
            return "test";
        }

        @Override
        public JsonObject toJson() {
            return withValue(this, value);
        }
    }

    private static JsonObject.Builder head(Operation operation) {
        return JsonObject.builder().put("op", operation.op());
    }

    private static JsonObject withValue(Operation operation, Json value) {
        return head(operation)
                .put("path", operation.path().toString())
                .put("value", value)
                .build();
    }

    private static JsonObject withFrom(Operation operation, JsonPointer from) {
        return head(operation)
                .put("from", from.toString())
                .put("path", operation.path().toString())
                .build();
    }
}
