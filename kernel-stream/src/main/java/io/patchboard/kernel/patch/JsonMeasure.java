package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.Map;

/** Measures a value as compact JSON text without writing it, and stops as soon as the bound is passed. */
public final class JsonMeasure {

    private final long maxBytes;
    private final long maxChars;
    private long bytes;
    private long chars;
    private int deepest;

    private JsonMeasure(long maxBytes, long maxChars) {
        this.maxBytes = maxBytes;
        this.maxChars = maxChars;
    }

    /**
     * All three are too small if the bound was passed, but {@code bytes} is above the bound then.
     *
     * @param bytes of compact UTF-8 text
     * @param chars UTF-16 code units of the same text
     * @param depth levels of objects and arrays; 0 for a scalar
     */
    record Size(long bytes, long chars, int depth) {}

    static Size of(Json value, long maxBytes) {
        JsonMeasure measure = new JsonMeasure(maxBytes, Long.MAX_VALUE);
        measure.visit(value, 0);
        return new Size(measure.bytes, measure.chars, measure.deepest);
    }

    /** How many characters the text has, or some number above {@code most} if it is more than that. */
    public static long chars(Json value, long most) {
        JsonMeasure measure = new JsonMeasure(Long.MAX_VALUE, most);
        measure.visit(value, 0);
        return measure.chars;
    }

    private boolean passed() {
        return bytes > maxBytes || chars > maxChars;
    }

    private void visit(Json value, int depth) {
        deepest = Math.max(deepest, depth);
        if (value instanceof JsonObject object) {
            plain(2 + Math.max(0, object.size() - 1));
            deepest = Math.max(deepest, depth + 1);
            for (Map.Entry<String, Json> member : object.members().entrySet()) {
                if (passed()) {
                    return;
                }
                quoted(member.getKey());
                plain(1);
                visit(member.getValue(), depth + 1);
            }
        } else if (value instanceof JsonArray array) {
            plain(2 + Math.max(0, array.size() - 1));
            deepest = Math.max(deepest, depth + 1);
            for (Json item : array) {
                if (passed()) {
                    return;
                }
                visit(item, depth + 1);
            }
        } else if (value instanceof JsonString string) {
            quoted(string.value());
        } else {
            plain(value.toString().length());
        }
    }

    private void plain(int length) {
        bytes += length;
        chars += length;
    }

    private void quoted(String text) {
        plain(2);
        for (int i = 0; i < text.length() && !passed(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                plain(escapedLength(c));
            } else {
                // A surrogate pair takes four bytes, two for each half.
                bytes += c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
                chars++;
            }
        }
    }

    private static int escapedLength(char c) {
        if (c < 0x20) {
            return c == '\b' || c == '\t' || c == '\n' || c == '\f' || c == '\r' ? 2 : 6;
        }
        return c == '"' || c == '\\' ? 2 : 1;
    }
}
