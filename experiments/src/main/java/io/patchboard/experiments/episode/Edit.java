package io.patchboard.experiments.episode;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.Operation;

/** Operations of a JSON Patch (RFC 6902), as workers write them. */
public final class Edit {

    private Edit() {}

    /** @param path a JSON Pointer, to a place that may be new */
    public static JsonObject add(String path, Json value) {
        return new Operation.Add(JsonPointer.parse(path), value).toJson();
    }

    /** @param path a JSON Pointer, to a place that is there */
    public static JsonObject replace(String path, Json value) {
        return new Operation.Replace(JsonPointer.parse(path), value).toJson();
    }
}
