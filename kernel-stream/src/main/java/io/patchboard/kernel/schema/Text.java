package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import java.util.List;
import java.util.stream.Collectors;

/** Wording that messages share. */
final class Text {

    private static final int LENGTH = 80;
    private static final int LIST = 12;

    private Text() {}

    /** The value as JSON text, cut; large objects and arrays are only counted. */
    static String abbreviated(Json value) {
        if (value instanceof JsonObject object && object.size() > LIST) {
            return "an object of " + object.size() + " members";
        }
        if (value instanceof JsonArray array && array.size() > LIST) {
            return "an array of " + array.size() + " items";
        }
        if (value instanceof JsonObject object
                && object.members().values().stream().anyMatch(Text::isContainer)) {
            return "an object with "
                    + list(object.names().stream().map(name -> cut(name, 30)).toList());
        }
        if (value instanceof JsonArray array && array.stream().anyMatch(Text::isContainer)) {
            return "an array of " + array.size() + " items";
        }
        if (value instanceof JsonString string && string.value().length() > LENGTH) {
            return cut(Json.of(cut(string.value(), LENGTH)).toString(), LENGTH);
        }
        return cut(value.toString(), LENGTH);
    }

    /** The first names, separated by commas. */
    static String list(List<String> names) {
        String text = names.stream().limit(LIST).collect(Collectors.joining(", "));
        return names.size() > LIST ? text + ", ..." : text;
    }

    static String place(JsonPointer pointer) {
        return pointer.isRoot() ? "the root" : pointer.toString();
    }

    private static boolean isContainer(Json value) {
        return value instanceof JsonObject || value instanceof JsonArray;
    }

    private static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = length - 3;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "...";
    }
}
