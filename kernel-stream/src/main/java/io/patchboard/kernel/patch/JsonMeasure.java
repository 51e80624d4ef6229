package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.Part;
import io.patchboard.json.Run;
import java.util.List;

/**
 * Measures values as compact JSON text without writing it.
 *
 * <p>The sizes of larger parts are remembered with them, so that a value which was measured before is measured anew
 * only where it changed. Small parts are measured each time: that takes less than remembering all of them would take
 * up.
 */
public final class JsonMeasure {

    /**
     * How long a text is.
     *
     * @param bytes in UTF-8
     * @param chars UTF-16 code units
     */
    public record Size(long bytes, long chars) {}

    private static final Object SIZE = new Object();

    /** From so many bytes on, a size is remembered. */
    private static final long WORTH_REMEMBERING = 512;

    private final long maxChars;
    private long bytes;
    private long chars;

    private JsonMeasure(long maxChars) {
        this.maxChars = maxChars;
    }

    /** How long the text of a value is. */
    public static Size of(Json value) {
        JsonMeasure measure = new JsonMeasure(Long.MAX_VALUE);
        measure.visit(value);
        return new Size(measure.bytes, measure.chars);
    }

    /**
     * As of {@link #of}, or some number above {@code most} if it is more than that; takes no more work than
     * {@code most} does.
     */
    public static long chars(Json value, long most) {
        JsonMeasure measure = new JsonMeasure(most);
        measure.visit(value);
        return measure.chars;
    }

    private boolean passed() {
        return chars > maxChars;
    }

    private void visit(Json value) {
        if (value instanceof JsonObject object) {
            if (!takeKnown(object)) {
                long bytesBefore = bytes;
                long charsBefore = chars;
                brackets(object.size());
                object.runs().ifPresentOrElse(this::visit, () -> members(object));
                remember(object, bytesBefore, charsBefore);
            }
        } else if (value instanceof JsonArray array) {
            if (!takeKnown(array)) {
                long bytesBefore = bytes;
                long charsBefore = chars;
                brackets(array.size());
                array.runs().ifPresentOrElse(this::visit, () -> visit(array.items()));
                remember(array, bytesBefore, charsBefore);
            }
        } else if (value instanceof JsonString string) {
            text(string.value());
        } else {
            plain(value.toString().length());
        }
    }

    private void visit(Run run) {
        if (passed() || takeKnown(run)) {
            return;
        }
        long bytesBefore = bytes;
        long charsBefore = chars;
        run.runs().forEach(this::visit);
        run.names().forEach(this::name);
        visit(run.values());
        remember(run, bytesBefore, charsBefore);
    }

    private void visit(List<Json> values) {
        for (Json value : values) {
            if (passed()) {
                return;
            }
            visit(value);
        }
    }

    private void members(JsonObject object) {
        object.members().forEach((name, value) -> {
            if (!passed()) {
                name(name);
                visit(value);
            }
        });
    }

    private void name(String name) {
        if (!passed()) {
            text(name);
            plain(1);
        }
    }

    /** With the commas. */
    private void brackets(int children) {
        plain(2 + Math.max(0, children - 1));
    }

    private void text(String text) {
        plain(2);
        if (text.length() > maxChars - chars) {
            plain(text.length());
            return;
        }
        for (int i = 0; i < text.length(); i++) {
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

    private void plain(int characters) {
        bytes += characters;
        chars += characters;
    }

    private static int escapedLength(char c) {
        if (c < 0x20) {
            return c == '\b' || c == '\t' || c == '\n' || c == '\f' || c == '\r' ? 2 : 6;
        }
        return c == '"' || c == '\\' ? 2 : 1;
    }

    private boolean takeKnown(Part part) {
        Size known = (Size) part.recall(SIZE);
        if (known != null) {
            bytes += known.bytes();
            chars += known.chars();
        }
        return known != null;
    }

    private void remember(Part part, long bytesBefore, long charsBefore) {
        if (bytes - bytesBefore >= WORTH_REMEMBERING && !passed()) {
            part.remember(SIZE, new Size(bytes - bytesBefore, chars - charsBefore));
        }
    }
}
