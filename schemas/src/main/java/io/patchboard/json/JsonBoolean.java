package io.patchboard.json;

/** The JSON values {@code true} and {@code false}. */
public enum JsonBoolean implements Json {
    TRUE,
    FALSE;

    public static JsonBoolean of(boolean value) {
        return value ? TRUE : FALSE;
    }

    public boolean value() {
        return this == TRUE;
    }

    @Override
    public String typeName() {
        return "boolean";
    }

    @Override
    public long canonicalBytes() {
        return toString().length();
    }

    @Override
    public String toString() {
        return value() ? "true" : "false";
    }
}
