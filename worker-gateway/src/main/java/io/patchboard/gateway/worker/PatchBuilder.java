package io.patchboard.gateway.worker;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a JSON Patch (RFC 6902), operation by operation. Paths are JSON Pointers into the board's state; a last
 * segment {@code -} appends to an array.
 *
 * <pre>{@code
 * return new PatchBuilder().add("/claims/-", claim).replace("/sources/0/status", Json.of("read")).answer();
 * }</pre>
 */
public final class PatchBuilder {

    private final List<Json> operations = new ArrayList<>();

    public PatchBuilder add(String path, Json value) {
        return operation("add", path, value);
    }

    public PatchBuilder replace(String path, Json value) {
        return operation("replace", path, value);
    }

    /** The whole patch is rejected unless the value at {@code path} equals {@code value}. */
    public PatchBuilder test(String path, Json value) {
        return operation("test", path, value);
    }

    public PatchBuilder remove(String path) {
        operations.add(
                JsonObject.builder().put("op", "remove").put("path", path).build());
        return this;
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
        return add("/$expand/-", Json.of(handle));
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
                .put("path", path)
                .put("value", value)
                .build());
        return this;
    }

    private PatchBuilder transfer(String op, String from, String path) {
        operations.add(JsonObject.builder()
                .put("op", op)
                .put("from", from)
                .put("path", path)
                .build());
        return this;
    }
}
