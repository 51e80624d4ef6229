package io.patchboard.kernel.cel;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;

/** The types of JSON values, as expressions ask for them. */
public enum FieldType {
    NUMBER("a number", Json.of(0)),
    STRING("a string", Json.of("")),
    LIST("a list", JsonArray.EMPTY),
    OBJECT("an object", JsonObject.EMPTY),
    BOOLEAN("true or false", Json.of(true)),
    NULL("null", Json.nul());

    private final String words;

    @SuppressWarnings("ImmutableEnumChecker") // JSON values are immutable
    private final Json example;

    FieldType(String words, Json example) {
        this.words = words;
        this.example = example;
    }

    /** For a message. */
    public String words() {
        return words;
    }

    /** A value of the type. */
    public Json example() {
        return example;
    }
}
