package io.patchboard.examples.evidence;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import java.util.List;

/**
 * A paragraph of the library, or a source, which is a copy of one.
 *
 * @param handle by which claims refer to it
 * @param text the sentences, joined by blanks
 */
record Paragraph(String handle, String title, List<String> sentences, String text) {

    /** @throws io.patchboard.record.FieldException if it is not a paragraph */
    static Paragraph read(Json json) {
        Fields fields = new Fields(json instanceof JsonObject object ? object : JsonObject.EMPTY);
        return new Paragraph(
                fields.string("handle"), fields.string("title"), fields.strings("sentences"), fields.string("text"));
    }
}
