package io.patchboard.json;

/**
 * One immutable JSON value.
 *
 * <p>Equality is JSON equality: numbers are equal when they denote the same number ({@code 1} and {@code 1.0}, RFC 6902
 * section 4.6), objects when they have equal members in any order. {@link Object#toString()} is compact JSON text.
 */
public sealed interface Json permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBoolean, JsonNull {

    /** The JSON name of this value's type: object, array, string, number, boolean or null. */
    String typeName();

    /** How many bytes {@link CanonicalJson#bytes} has; known without writing them. */
    long canonicalBytes();

    /** How many bytes {@link JsonWriter#compactBytes} has; known without writing them. */
    default long compactBytes() {
        return canonicalBytes();
    }

    /** How many UTF-16 code units {@link JsonWriter#compact} has; known without writing them. */
    default long compactChars() {
        return compactBytes();
    }

    /** Levels of objects and arrays; 0 for a scalar. */
    default int depth() {
        return 0;
    }

    /** Objects and arrays in this value, itself included; 0 for a scalar. */
    default long containers() {
        return 0;
    }

    /** About how much memory this value takes, in bytes; known without visiting what is in it. */
    default long heapBytes() {
        return TreeSize.own(this) + canonicalBytes();
    }

    /**
     * The root of this value's Merkle tree: equal for equal values, whatever edits made them, and found again after an
     * edit at the cost of the edit. {@code docs/log-and-hashes.md} defines it.
     */
    default Digest digest() {
        return MerkleText.digest(this);
    }

    static Json of(String value) {
        return JsonString.of(value);
    }

    static Json of(long value) {
        return JsonNumber.of(value);
    }

    static Json of(boolean value) {
        return JsonBoolean.of(value);
    }

    static Json nul() {
        return JsonNull.NULL;
    }

    /** Whether this is the JSON value {@code null}. */
    default boolean isNull() {
        return this == JsonNull.NULL;
    }
}
