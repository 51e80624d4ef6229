package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.text.Cut;
import java.util.Map;
import java.util.TreeMap;

/** JSON text for messages: the beginning of a value, written without visiting the rest of it. */
public final class Abbreviation {

    static final int LENGTH = 80;

    private final boolean byName;
    private final StringBuilder out = new StringBuilder();

    private Abbreviation(boolean byName) {
        this.byName = byName;
    }

    public static String of(Json value) {
        return new Abbreviation(false).text(value);
    }

    /** As {@link #of}, with members by their names: the same of values that are equal, however they were written. */
    public static String inOrder(Json value) {
        return new Abbreviation(true).text(value);
    }

    private String text(Json value) {
        write(value);
        return Cut.within(out.toString(), LENGTH);
    }

    private Map<String, Json> members(JsonObject object) {
        return byName && object.runs().isEmpty() ? new TreeMap<>(object.members()) : object.members();
    }

    static String of(String text) {
        return Cut.within(text, LENGTH);
    }

    private void write(Json value) {
        if (out.length() > LENGTH) {
            return;
        }
        String separator = "";
        if (value instanceof JsonObject object) {
            out.append('{');
            for (var member : members(object).entrySet()) {
                out.append(separator).append(quote(member.getKey())).append(':');
                write(member.getValue());
                separator = ",";
                if (out.length() > LENGTH) {
                    return;
                }
            }
            out.append('}');
        } else if (value instanceof JsonArray array) {
            out.append('[');
            for (Json item : array) {
                out.append(separator);
                write(item);
                separator = ",";
                if (out.length() > LENGTH) {
                    return;
                }
            }
            out.append(']');
        } else if (value instanceof JsonString string) {
            out.append(quote(string.value()));
        } else {
            out.append(value);
        }
    }

    /** The text as a JSON string, of which at most the first {@value #LENGTH} characters are taken. */
    static String quote(String text) {
        return Json.of(Cut.begin(text, LENGTH)).toString();
    }
}
