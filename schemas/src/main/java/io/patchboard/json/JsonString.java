package io.patchboard.json;

import java.util.Arrays;
import java.util.Objects;

/** A JSON string. Well-formed Unicode is checked where text enters, in {@link JsonReader}. */
public final class JsonString implements Json {

    private static final JsonString EMPTY = new JsonString("");

    /**
     * The ones of a single character of ASCII: shared, since a text of many of them is mostly what stands around each.
     */
    private static final JsonString[] ONE_CHARACTER = new JsonString[128];

    static {
        Arrays.setAll(ONE_CHARACTER, c -> new JsonString(String.valueOf((char) c)));
    }

    private final String value;
    private int canonicalBytes;
    private Digest digest;

    public JsonString(String value) {
        this.value = Objects.requireNonNull(value, "value");
    }

    static JsonString of(String value) {
        if (value.isEmpty()) {
            return EMPTY;
        }
        return isShared(value) ? ONE_CHARACTER[value.charAt(0)] : new JsonString(value);
    }

    private static boolean isShared(String value) {
        return value.length() == 1 && value.charAt(0) < ONE_CHARACTER.length;
    }

    /** Whether all that are read and equal to it are one object. */
    boolean isShared() {
        return value.isEmpty() || isShared(value);
    }

    /** One of which {@link #canonicalBytes} is known. */
    static JsonString of(String value, long canonicalBytes) {
        JsonString string = of(value);
        string.canonicalBytes = Math.toIntExact(canonicalBytes);
        return string;
    }

    /** One in which each character is written as one byte that stands for itself. */
    static JsonString ofPlain(String value) {
        return of(value, value.length() + 2L);
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

    @Override
    public long compactChars() {
        return isPlain() ? canonicalBytes() : Utf8Text.quotedChars(value);
    }

    /** Whether each character is written as one byte that stands for itself: nearly always. */
    boolean isPlain() {
        return Utf8Text.isPlain(value, canonicalBytes());
    }

    /** Kept of a long text, since what stands beside it may change often. */
    Digest digest(MerkleText text) {
        Digest known = digest;
        if (known == null) {
            known = text.digestOfScalar(this);
            digest = canonicalBytes() <= MerkleText.SHORT ? null : known;
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
