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
 * <p>The sizes of larger parts are remembered with them, so that a value which was measured before is measured anew only where
 * it changed. Small parts are measured each time: that takes less than remembering all of them would take up.
 */
public final class JsonMeasure {

    /**
     * How long a text is.
     *
     * @param bytes in UTF-8
     * @param chars UTF-16 code units
     */
    public record Size(long bytes, long chars) {

        private static final Size NONE = new Size(0, 0);

        private Size plus(Size other) {
            return new Size(bytes + other.bytes, chars + other.chars);
        }

        private Size plus(long plain) {
            return new Size(bytes + plain, chars + plain);
        }
    }

    private static final Object SIZE = new Object();

    /** From so many bytes on, a size is remembered. */
    private static final long WORTH_REMEMBERING = 512;

    private final long maxChars;
    private long chars;

    private JsonMeasure(long maxChars) {
        this.maxChars = maxChars;
    }

    /** How long the text of a value is. */
    public static Size of(Json value) {
        if (value instanceof JsonObject object) {
            Size known = known(object);
            return known != null ? known : remember(object, enclosed(object.size(), inside(object)));
        }
        if (value instanceof JsonArray array) {
            Size known = known(array);
            return known != null ? known : remember(array, enclosed(array.size(), inside(array)));
        }
        return scalar(value);
    }

    /** As of {@link #of}, or some number above {@code most} if it is more than that; takes no more work than {@code most} does. */
    public static long chars(Json value, long most) {
        JsonMeasure measure = new JsonMeasure(most);
        measure.visit(value);
        return measure.chars;
    }

    private static Size inside(JsonObject object) {
        if (object.runs().isPresent()) {
            return of(object.runs().get());
        }
        Size sum = Size.NONE;
        for (var member : object.members().entrySet()) {
            sum = sum.plus(of(member.getValue())).plus(quoted(member.getKey())).plus(1);
        }
        return sum;
    }

    private static Size inside(JsonArray array) {
        if (array.runs().isPresent()) {
            return of(array.runs().get());
        }
        Size sum = Size.NONE;
        for (Json item : array) {
            sum = sum.plus(of(item));
        }
        return sum;
    }

    private static Size of(Run run) {
        Size known = known(run);
        if (known != null) {
            return known;
        }
        Size sum = Size.NONE;
        for (Run part : run.runs()) {
            sum = sum.plus(of(part));
        }
        for (Json value : run.values()) {
            sum = sum.plus(of(value));
        }
        for (String name : run.names()) {
            sum = sum.plus(quoted(name)).plus(1);
        }
        return remember(run, sum);
    }

    private static Size enclosed(int children, Size inside) {
        return inside.plus(brackets(children));
    }

    /** With the commas. */
    private static int brackets(int children) {
        return 2 + Math.max(0, children - 1);
    }

    private static Size known(Part part) {
        return (Size) part.recall(SIZE);
    }

    private static Size remember(Part part, Size size) {
        if (size.bytes() >= WORTH_REMEMBERING) {
            part.remember(SIZE, size);
        }
        return size;
    }

    private static Size scalar(Json value) {
        return value instanceof JsonString string
                ? quoted(string.value())
                : Size.NONE.plus(value.toString().length());
    }

    private static Size quoted(String text) {
        long bytes = 2;
        long length = 2;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes += escapedLength(c);
                length += escapedLength(c);
            } else {
                // A surrogate pair takes four bytes, two for each half.
                bytes += c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
                length++;
            }
        }
        return new Size(bytes, length);
    }

    private static int escapedLength(char c) {
        if (c < 0x20) {
            return c == '\b' || c == '\t' || c == '\n' || c == '\f' || c == '\r' ? 2 : 6;
        }
        return c == '"' || c == '\\' ? 2 : 1;
    }

    private boolean passed() {
        return chars > maxChars;
    }

    private void visit(Json value) {
        if (value instanceof JsonObject object) {
            if (!takeKnown(object)) {
                chars += brackets(object.size());
                object.runs().ifPresentOrElse(this::visit, () -> visitFlat(object));
            }
        } else if (value instanceof JsonArray array) {
            if (!takeKnown(array)) {
                chars += brackets(array.size());
                array.runs().ifPresentOrElse(this::visit, () -> visit(array.items()));
            }
        } else if (value instanceof JsonString string && string.value().length() > maxChars - chars) {
            chars += string.value().length();
        } else {
            chars += scalar(value).chars();
        }
    }

    private void visit(Run run) {
        if (passed() || takeKnown(run)) {
            return;
        }
        run.runs().forEach(this::visit);
        run.names().forEach(this::name);
        visit(run.values());
    }

    private void visit(List<Json> values) {
        for (Json value : values) {
            if (passed()) {
                return;
            }
            visit(value);
        }
    }

    private void visitFlat(JsonObject object) {
        object.names().forEach(this::name);
        for (Json value : object.members().values()) {
            if (passed()) {
                return;
            }
            visit(value);
        }
    }

    private void name(String name) {
        if (!passed()) {
            chars += quoted(name).chars() + 1;
        }
    }

    private boolean takeKnown(Part part) {
        Size known = known(part);
        chars += known == null ? 0 : known.chars();
        return known != null;
    }
}
