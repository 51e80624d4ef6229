package io.patchboard.json;

import java.util.Objects;

/** A JSON string. Well-formed Unicode is checked where text enters, in {@link JsonReader}. */
public record JsonString(String value) implements Json {

    public JsonString {
        Objects.requireNonNull(value, "value");
    }

    @Override
    public String typeName() {
        return "string";
    }

    @Override
    public String toString() {
        return JsonWriter.compact(this);
    }
}
