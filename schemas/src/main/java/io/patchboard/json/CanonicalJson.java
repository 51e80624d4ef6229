package io.patchboard.json;

import java.nio.charset.StandardCharsets;

/**
 * The canonical bytes of a JSON value, and their SHA-256: the JSON Canonicalization Scheme of RFC 8785, for numbers of
 * any size.
 *
 * <p>RFC 8785 presumes that every number is an IEEE 754 double. Boards keep numbers exactly, and two states that differ
 * must not share a hash, so here a number is written with all of its own significant digits, laid out by the rules of
 * ECMAScript (RFC 8785 section 3.2.2.3). For every number that a double prints as itself the two agree byte for byte;
 * for others (a 30-digit integer, 0.1 with 25 decimals) RFC 8785 would round, and this does not.
 */
public final class CanonicalJson {

    private CanonicalJson() {}

    public static String text(Json value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    public static byte[] bytes(Json value) {
        Utf8Text out = Utf8Text.ofSize(value.canonicalBytes());
        out.canonical(value);
        return out.toBytes();
    }

    /**
     * The canonical bytes, but for the members of objects: they keep their order. So there are as many, {@link
     * Json#canonicalBytes}, and what is read from them is written again as it would have been.
     */
    public static byte[] bytesInOrder(Json value) {
        Utf8Text out = Utf8Text.ofSize(value.canonicalBytes());
        out.inOrder(value, true);
        return out.toBytes();
    }

    /** The SHA-256 of the canonical bytes, in lower-case hexadecimal. */
    public static String sha256(Json value) {
        return digest(value).hex();
    }

    /** The SHA-256 of the canonical bytes. */
    public static Digest digest(Json value) {
        Utf8Text out = new Utf8Text(SpareArray.take(value.canonicalBytes()));
        out.canonical(value);
        Digest digest = out.sha256();
        out.done();
        return digest;
    }

    /** The SHA-256 of the bytes, in lower-case hexadecimal. */
    public static String sha256(byte[] bytes) {
        return digest(bytes).hex();
    }

    /** The SHA-256 of the bytes. */
    public static Digest digest(byte[] bytes) {
        return Digest.of(bytes, bytes.length);
    }
}
