package io.patchboard.kernel;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;

/** The JSON that a board is stored as, with another value somewhere in it. */
public final class StoredForm {

    private StoredForm() {}

    /**
     * With another member.
     *
     * @param path names from the outside, with a dot between
     */
    public static JsonObject with(JsonObject json, String path, Json value) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            return json.with(path, value);
        }
        String part = path.substring(0, dot);
        return json.with(part, with((JsonObject) json.get(part).orElseThrow(), path.substring(dot + 1), value));
    }
}
