package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.EnumSet;
import java.util.Set;

/** What a keyword is about: it ignores values of all other kinds. */
enum Kind {
    OBJECT("object"),
    ARRAY("array"),
    STRING("string"),
    NUMBER("number"),
    BOOLEAN("boolean"),
    NULL("null");

    static final Set<Kind> ANY = Set.copyOf(EnumSet.allOf(Kind.class));

    private final String word;

    Kind(String word) {
        this.word = word;
    }

    /** What {@code type} calls it. */
    String word() {
        return word;
    }

    static Kind of(Json value) {
        if (value instanceof JsonString) {
            return STRING;
        }
        if (value instanceof JsonObject) {
            return OBJECT;
        }
        if (value instanceof JsonNumber) {
            return NUMBER;
        }
        if (value instanceof JsonArray) {
            return ARRAY;
        }
        return value instanceof JsonBoolean ? BOOLEAN : NULL;
    }
}
