package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.text.Cut;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Wording that messages share. */
final class Text {

    /** Of names that are listed. */
    static final int LIST = 12;

    private static final int LENGTH = 80;
    private static final int PLACE = 1_000;

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
                    + list(object.names().stream()
                            .map(name -> Cut.within(name, 30))
                            .toList());
        }
        if (value instanceof JsonArray array && array.stream().anyMatch(Text::isContainer)) {
            return "an array of " + array.size() + " items";
        }
        if (value instanceof JsonString string && string.value().length() > LENGTH) {
            return Cut.within(Json.of(Cut.within(string.value(), LENGTH)).toString(), LENGTH);
        }
        return Cut.within(shortened(value).toString(), LENGTH);
    }

    /** With the same first characters: the texts in a value may be long, and nearly all of them would be cut off. */
    private static Json shortened(Json value) {
        return switch (value) {
            case JsonString string -> Json.of(Cut.begin(string.value(), LENGTH));
            case JsonArray array ->
                JsonArray.copyOf(array.stream().map(Text::shortened).toList());
            case JsonObject object -> {
                Map<String, Json> members = new LinkedHashMap<>();
                object.members()
                        .forEach((name, member) -> members.putIfAbsent(Cut.begin(name, LENGTH), shortened(member)));
                yield JsonObject.copyOf(members);
            }
            default -> value;
        };
    }

    /** The first names, separated by commas. */
    static String list(List<String> names) {
        String text = names.stream().limit(LIST).collect(Collectors.joining(", "));
        return names.size() > LIST ? text + ", ..." : text;
    }

    /** Whether it is quoted whole. */
    static boolean isShort(String text) {
        return text.length() <= LENGTH;
    }

    static String place(JsonPointer pointer) {
        return pointer.isRoot() ? "the root" : Cut.within(pointer.toString(), PLACE);
    }

    private static boolean isContainer(Json value) {
        return value instanceof JsonObject || value instanceof JsonArray;
    }
}
