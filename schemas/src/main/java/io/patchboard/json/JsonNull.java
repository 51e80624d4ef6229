package io.patchboard.json;

/** The JSON value {@code null}. */
public enum JsonNull implements Json {
    NULL;

    @Override
    public String typeName() {
        return "null";
    }

    @Override
    public long canonicalBytes() {
        return toString().length();
    }

    @Override
    public String toString() {
        return "null";
    }
}
