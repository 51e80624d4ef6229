package io.patchboard.kernel.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import java.util.Map;

/** How many characters a value takes as compact JSON text, counted only as far as somebody needs to know. */
final class TextLength {

    private final int most;
    private int length;

    private TextLength(int most) {
        this.most = most;
    }

    /** The length, or some number above {@code most} if it is more than that. */
    static int of(Json value, int most) {
        TextLength text = new TextLength(most);
        text.add(value);
        return text.length;
    }

    private void add(Json value) {
        if (value instanceof JsonObject object) {
            length += 2 + Math.max(0, object.size() - 1);
            for (Map.Entry<String, Json> member : object.members().entrySet()) {
                if (length > most) {
                    return;
                }
                addText(member.getKey());
                length++;
                add(member.getValue());
            }
        } else if (value instanceof JsonArray array) {
            length += 2 + Math.max(0, array.size() - 1);
            for (Json item : array) {
                if (length > most) {
                    return;
                }
                add(item);
            }
        } else if (value instanceof JsonString string) {
            addText(string.value());
        } else {
            length += value.toString().length();
        }
    }

    /** A text takes no fewer characters than it has, so one that is longer than all the room need not be written. */
    private void addText(String text) {
        length += text.length() > most
                ? text.length()
                : JsonWriter.compact(Json.of(text)).length();
    }
}
