package io.patchboard.json;

import java.util.Objects;

/** A JSON string. Well-formed Unicode is checked where text enters, in {@link JsonReader}. */
public final class JsonString implements Json {

    private final String value;
    private int canonicalBytes;
    private Digest digest;

    public JsonString(String value) {
        this.value = Objects.requireNonNull(value, "value");
    }

    public String value() {
        return value;
    }

    @Override
    public String typeName() {
        return "string";
    }

    @Override
    public long canonicalBytes() {
        if (canonicalBytes == 0) {
            canonicalBytes = Math.toIntExact(Utf8Text.quotedBytes(value));
        }
        return canonicalBytes;
    }

    /** Kept, since the text may be long and what stands beside it may change often. */
    Digest digest(MerkleText text) {
        Digest known = digest;
        if (known == null) {
            known = text.digestOfScalar(this);
            digest = known;
        }
        return known;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonString that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return JsonWriter.compact(this);
    }
}
