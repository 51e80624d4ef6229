package io.patchboard.json;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;

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
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    public static byte[] bytes(Json value) {
        return text(value).getBytes(StandardCharsets.UTF_8);
    }

    /** The SHA-256 of the canonical bytes, in lower-case hexadecimal. */
    public static String sha256(Json value) {
        return sha256(bytes(value));
    }

    /** The SHA-256 of the bytes, in lower-case hexadecimal. */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    private static void write(Json value, StringBuilder out) {
        if (value instanceof JsonObject object) {
            // String's natural order is by UTF-16 code units, as RFC 8785 section 3.2.3 asks.
            String separator = "";
            out.append('{');
            for (var member : new TreeMap<>(object.members()).entrySet()) {
                out.append(separator);
                JsonWriter.quote(member.getKey(), out);
                out.append(':');
                write(member.getValue(), out);
                separator = ",";
            }
            out.append('}');
        } else if (value instanceof JsonArray array) {
            String separator = "";
            out.append('[');
            for (Json item : array) {
                out.append(separator);
                write(item, out);
                separator = ",";
            }
            out.append(']');
        } else if (value instanceof JsonString string) {
            JsonWriter.quote(string.value(), out);
        } else if (value instanceof JsonNumber number) {
            NumberText.append(number.value(), NumberText.ECMASCRIPT_INTEGER_DIGITS, out);
        } else {
            out.append(value);
        }
    }
}
