package io.patchboard.gateway.worker;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a JSON Patch (RFC 6902), operation by operation. Paths are JSON Pointers into the board's state; what is none
 * is refused here, where the mistake is, and not by the kernel.
 *
 * <pre>{@code
 * return new PatchBuilder().append("/claims", claim).replace("/sources/0/status", "read").answer();
 * }</pre>
 *
 * <p>A path with parts that are not known to be free of {@code /} and {@code ~} is better built than concatenated:
 * {@code JsonPointer.ROOT.child("authors").child(name)}.
 */
public final class PatchBuilder {

    private final List<Json> operations = new ArrayList<>();

    /** Puts a value there; into an array, before the item that stands there. */
    public PatchBuilder add(String path, Json value) {
        return operation("add", path, value);
    }

    public PatchBuilder add(String path, String value) {
        return add(path, Json.of(value));
    }

    public PatchBuilder add(String path, long value) {
        return add(path, Json.of(value));
    }

    public PatchBuilder add(String path, boolean value) {
        return add(path, Json.of(value));
    }

    public PatchBuilder add(JsonPointer path, Json value) {
        return add(path.toString(), value);
    }

    /** Adds a value to the end of an array. */
    public PatchBuilder append(String array, Json value) {
        return add(array + "/" + JsonPointer.END, value);
    }

    public PatchBuilder append(String array, String value) {
        return append(array, Json.of(value));
    }

    public PatchBuilder append(String array, long value) {
        return append(array, Json.of(value));
    }

    public PatchBuilder append(String array, boolean value) {
        return append(array, Json.of(value));
    }

    public PatchBuilder append(JsonPointer array, Json value) {
        return append(array.toString(), value);
    }

    /** Puts a value in the place of the one that is there. */
    public PatchBuilder replace(String path, Json value) {
        return operation("replace", path, value);
    }

    public PatchBuilder replace(String path, String value) {
        return replace(path, Json.of(value));
    }

    public PatchBuilder replace(String path, long value) {
        return replace(path, Json.of(value));
    }

    public PatchBuilder replace(String path, boolean value) {
        return replace(path, Json.of(value));
    }

    public PatchBuilder replace(JsonPointer path, Json value) {
        return replace(path.toString(), value);
    }

    /** The whole patch is rejected unless the value at {@code path} equals {@code value}. */
    public PatchBuilder test(String path, Json value) {
        return operation("test", path, value);
    }

    public PatchBuilder test(String path, String value) {
        return test(path, Json.of(value));
    }

    public PatchBuilder test(String path, long value) {
        return test(path, Json.of(value));
    }

    public PatchBuilder test(String path, boolean value) {
        return test(path, Json.of(value));
    }

    public PatchBuilder test(JsonPointer path, Json value) {
        return test(path.toString(), value);
    }

    public PatchBuilder remove(String path) {
        operations.add(JsonObject.builder()
                .put("op", "remove")
                .put("path", checked(path))
                .build());
        return this;
    }

    public PatchBuilder remove(JsonPointer path) {
        return remove(path.toString());
    }

    public PatchBuilder move(String from, String path) {
        return transfer("move", from, path);
    }

    public PatchBuilder copy(String from, String path) {
        return transfer("copy", from, path);
    }

    /**
     * Asks to see more: the worker is invoked again, with the value in its view, as often as its blueprint allows.
     *
     * @param handle JSON Pointer, as a view's summaries and dependencies have it
     */
    public PatchBuilder expand(String handle) {
        return add("/$expand/-", Json.of(checked(handle)));
    }

    /** The patch so far. */
    public JsonArray build() {
        return JsonArray.copyOf(operations);
    }

    /** An answer with the patch so far. */
    public Answer answer() {
        return Answer.of(build());
    }

    private PatchBuilder operation(String op, String path, Json value) {
        operations.add(JsonObject.builder()
                .put("op", op)
                .put("path", checked(path))
                .put("value", value)
                .build());
        return this;
    }

    private PatchBuilder transfer(String op, String from, String path) {
        operations.add(JsonObject.builder()
                .put("op", op)
                .put("from", checked(from))
                .put("path", checked(path))
                .build());
        return this;
    }

    private static String checked(String pointer) {
        return JsonPointer.parse(pointer).toString();
    }
}
