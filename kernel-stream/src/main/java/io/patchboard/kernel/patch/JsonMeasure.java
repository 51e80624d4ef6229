package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.Map;

/** Measures a value without writing it, and stops as soon as the bound is passed. */
final class JsonMeasure {

    private final long maxBytes;
    private long bytes;
    private int deepest;

    private JsonMeasure(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * @param bytes of compact UTF-8 text; any number above the bound if it was passed
     * @param depth levels of objects and arrays; 0 for a scalar; too small if the bound was passed
     */
    record Size(long bytes, int depth) {}

    static Size of(Json value, long maxBytes) {
        JsonMeasure measure = new JsonMeasure(maxBytes);
        measure.visit(value, 0);
        return new Size(measure.bytes, measure.deepest);
    }

    private void visit(Json value, int depth) {
        deepest = Math.max(deepest, depth);
        if (value instanceof JsonObject object) {
            bytes += 2 + Math.max(0, object.size() - 1);
            deepest = Math.max(deepest, depth + 1);
            for (Map.Entry<String, Json> member : object.members().entrySet()) {
                if (bytes > maxBytes) {
                    return;
                }
                quoted(member.getKey());
                bytes++;
                visit(member.getValue(), depth + 1);
            }
        } else if (value instanceof JsonArray array) {
            bytes += 2 + Math.max(0, array.size() - 1);
            deepest = Math.max(deepest, depth + 1);
            for (Json item : array) {
                if (bytes > maxBytes) {
                    return;
                }
                visit(item, depth + 1);
            }
        } else if (value instanceof JsonString string) {
            quoted(string.value());
        } else {
            bytes += value.toString().length();
        }
    }

    private void quoted(String text) {
        bytes += 2;
        for (int i = 0; i < text.length(); i++) {
            bytes += utf8Length(text.charAt(i));
        }
    }

    private static int utf8Length(char c) {
        if (c < 0x20) {
            return c == '\b' || c == '\t' || c == '\n' || c == '\f' || c == '\r' ? 2 : 6;
        }
        if (c < 0x80) {
            return c == '"' || c == '\\' ? 2 : 1;
        }
        // A surrogate pair takes four bytes, two for each half.
        return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
}
