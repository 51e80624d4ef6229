package io.patchboard.experiments.hotpotqa;

import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;

/**
 * A paragraph as boards have it.
 *
 * @param handle that claims name it by: {@code p3}
 */
public record Paragraph(String handle, String title, String text) {

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("handle", handle)
                .put("title", title)
                .put("text", text)
                .build();
    }

    /** @throws io.patchboard.record.FieldException if it is none */
    static Paragraph read(JsonObject json) {
        Fields fields = new Fields(json);
        return new Paragraph(fields.string("handle"), fields.string("title"), fields.string("text"));
    }
}
