package io.patchboard.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** JSON text in the making, canonical (RFC 8785 section 3.2) or for people, as UTF-8 in one array that grows. */
class Utf8Text {

    /** The digits of hexadecimal numbers. */
    static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes;
    private int length;

    Utf8Text(byte[] room) {
        bytes = room;
    }

    /** For a text of which the size is known. */
    static Utf8Text ofSize(long bytes) {
        return new Utf8Text(new byte[Math.toIntExact(bytes)]);
    }

    /** The text was hashed: the thread's next one may have its array. */
    final void done() {
        SpareArray.give(bytes);
    }

    final void clear() {
        length = 0;
    }

    final byte[] toBytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    final Digest sha256() {
        return Digest.of(bytes, length);
    }

    final void canonical(Json value) {
        if (value instanceof JsonObject object) {
            ascii('{');
            object.canonicalMembers(this);
            ascii('}');
        } else if (value instanceof JsonArray array) {
            ascii('[');
            int start = length;
            for (Json item : array) {
                separate(start);
                canonical(item);
            }
            ascii(']');
        } else if (value instanceof JsonString string) {
            quoted(string);
        } else {
            other(value, true);
        }
    }

    final void canonicalMember(boolean first, String name, Json value) {
        if (!first) {
            ascii(',');
        }
        quoted(name);
        ascii(':');
        canonical(value);
    }

    /**
     * With the members of objects in the order that they have.
     *
     * @param canonicalNumbers whether numbers are spelled as in {@link #canonical}; otherwise as {@link JsonWriter}
     *     does
     */
    final void inOrder(Json value, boolean canonicalNumbers) {
        if (value instanceof JsonObject object) {
            ascii('{');
            int start = length;
            object.members().forEach((name, member) -> {
                separate(start);
                quoted(name);
                ascii(':');
                inOrder(member, canonicalNumbers);
            });
            ascii('}');
        } else if (value instanceof JsonArray array) {
            ascii('[');
            int start = length;
            for (Json item : array) {
                separate(start);
                inOrder(item, canonicalNumbers);
            }
            ascii(']');
        } else if (value instanceof JsonString string) {
            quoted(string);
        } else {
            other(value, canonicalNumbers);
        }
    }

    /** A number, a boolean or null. */
    private void other(Json value, boolean canonical) {
        if (!(value instanceof JsonNumber number)) {
            ascii(value.toString());
        } else if (number.isShort()) {
            digits(number);
        } else {
            ascii(canonical ? number.canonicalText() : number.toString());
        }
    }

    /** @param start of what is inside of the brackets */
    private void separate(int start) {
        if (length > start) {
            ascii(',');
        }
    }

    final void ascii(int c) {
        ensure(1);
        bytes[length++] = (byte) c;
    }

    @SuppressWarnings("deprecation") // it takes the low byte of each character, which is all there is of ASCII
    final void ascii(String text) {
        ensure(text.length());
        text.getBytes(0, text.length(), bytes, length);
        length += text.length();
    }

    /** @param number that is {@linkplain JsonNumber#isShort short} */
    private void digits(JsonNumber number) {
        int count = (int) number.canonicalBytes();
        ensure(count);
        long rest = number.value().longValue();
        if (rest < 0) {
            bytes[length] = '-';
            rest = -rest;
        }
        int at = length + count;
        do {
            bytes[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        length += count;
    }

    final void digest(Digest digest) {
        ensure(Digest.BYTES);
        digest.writeTo(bytes, length);
        length += Digest.BYTES;
    }

    private void quoted(JsonString string) {
        if (string.isPlain()) {
            ascii('"');
            ascii(string.value());
            ascii('"');
        } else {
            quoted(string.value());
        }
    }

    /** As {@link JsonWriter#quote} has it. */
    final void quoted(String text) {
        ascii('"');
        for (int i = plainPrefix(text); i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                plain(c);
            } else if (!Character.isSurrogate(c)) {
                encode(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                encode(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                encode(JsonWriter.REPLACEMENT);
            }
        }
        ascii('"');
    }

    /** Writes the characters that stand for themselves, up to the first other one: nearly always all of them. */
    private int plainPrefix(String text) {
        int end = text.length();
        ensure(end);
        int i = 0;
        while (i < end) {
            char c = text.charAt(i);
            if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\') {
                break;
            }
            bytes[length + i] = (byte) c;
            i++;
        }
        length += i;
        return i;
    }

    private void plain(char c) {
        ensure(6);
        if (c == '"' || c == '\\') {
            bytes[length++] = '\\';
            bytes[length++] = (byte) c;
        } else if (c >= 0x20) {
            bytes[length++] = (byte) c;
        } else {
            control(c);
        }
    }

    private void control(char c) {
        bytes[length++] = '\\';
        switch (c) {
            case '\b' -> bytes[length++] = 'b';
            case '\t' -> bytes[length++] = 't';
            case '\n' -> bytes[length++] = 'n';
            case '\f' -> bytes[length++] = 'f';
            case '\r' -> bytes[length++] = 'r';
            default -> {
                bytes[length++] = 'u';
                bytes[length++] = '0';
                bytes[length++] = '0';
                bytes[length++] = HEX[c >> 4];
                bytes[length++] = HEX[c & 0xf];
            }
        }
    }

    private void encode(int point) {
        ensure(4);
        if (point < 0x800) {
            bytes[length++] = (byte) (0xC0 | point >> 6);
        } else {
            if (point < 0x10000) {
                bytes[length++] = (byte) (0xE0 | point >> 12);
            } else {
                bytes[length++] = (byte) (0xF0 | point >> 18);
                bytes[length++] = (byte) (0x80 | point >> 12 & 0x3F);
            }
            bytes[length++] = (byte) (0x80 | point >> 6 & 0x3F);
        }
        bytes[length++] = (byte) (0x80 | point & 0x3F);
    }

    private void ensure(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    /** Bytes of the quoted text, without writing it. */
    static long quotedBytes(String text) {
        long count = 2;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                count += bytesOfAscii(c);
            } else if (c < 0x800) {
                count += 2;
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                count += 4;
                i++;
            } else {
                count += 3;
            }
        }
        return count;
    }

    /** UTF-16 code units of the quoted text, without writing it. */
    static long quotedChars(String text) {
        long count = 2;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            count += c < 0x80 ? bytesOfAscii(c) : 1;
        }
        return count;
    }

    private static int bytesOfAscii(char c) {
        if (c >= 0x20) {
            return c == '"' || c == '\\' ? 2 : 1;
        }
        return c == '\b' || c >= '\t' && c <= '\r' && c != 0x0B ? 2 : 6;
    }

    /** Whether a text of which {@link #quotedBytes} is known is written as it is. */
    static boolean isPlain(String text, long quotedBytes) {
        return quotedBytes == text.length() + 2L;
    }
}
