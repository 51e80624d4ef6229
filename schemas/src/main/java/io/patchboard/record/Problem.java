package io.patchboard.record;

import io.patchboard.json.JsonObject;

/**
 * One error of a document that has many.
 *
 * @param pointer JSON Pointer into the document
 */
public record Problem(String pointer, String message) {

    static Problem read(Fields fields) {
        return new Problem(fields.string("pointer"), fields.string("message"));
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("pointer", pointer)
                .put("message", message)
                .build();
    }
}
