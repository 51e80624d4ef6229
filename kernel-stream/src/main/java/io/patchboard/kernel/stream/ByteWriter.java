package io.patchboard.kernel.stream;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.record.Word;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Writes values back to back in few bytes. {@link ByteReader} reads them in the same order. */
final class ByteWriter {

    /** Stands in the place of a text's length for one of so many digits that is stored as half as many bytes. */
    static final int HEX = 0;

    static final int HEX_DIGITS = 64;

    private static final HexFormat DIGITS = HexFormat.of();

    private byte[] buffer = new byte[512];
    private int length;

    void octet(int value) {
        reserve(1);
        buffer[length++] = (byte) value;
    }

    void octets(byte[] values) {
        reserve(values.length);
        System.arraycopy(values, 0, buffer, length, values.length);
        length += values.length;
    }

    void int32(int value) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            octet(value >>> shift);
        }
    }

    /** Seven bits in each byte, the lowest first: small numbers are short. Negative ones take ten bytes. */
    void number(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            octet((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        octet((int) rest);
    }

    /** A number that may be negative, but is near zero. */
    void signed(long value) {
        number(value << 1 ^ value >> 63);
    }

    void text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        octets(utf8);
    }

    void json(Json value) {
        byte[] utf8 = CanonicalJson.bytesInOrder(value);
        number(utf8.length);
        octets(utf8);
    }

    /** A text that is mostly a SHA-256 in hexadecimal. */
    void hash(String value) {
        if (isHex(value)) {
            number(HEX);
            octets(DIGITS.parseHex(value));
        } else {
            byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
            number(utf8.length + 1L);
            octets(utf8);
        }
    }

    private static boolean isHex(String value) {
        if (value.length() != HEX_DIGITS) {
            return false;
        }
        for (int i = 0; i < HEX_DIGITS; i++) {
            char c = value.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
                return false;
            }
        }
        return true;
    }

    void time(Instant value) {
        signed(value.getEpochSecond());
        number(value.getNano());
    }

    <T> void optional(Optional<T> value, Consumer<T> write) {
        octet(value.isPresent() ? 1 : 0);
        value.ifPresent(write);
    }

    <T> void list(List<T> values, Consumer<T> write) {
        number(values.size());
        values.forEach(write);
    }

    byte[] bytes() {
        return Arrays.copyOf(buffer, length);
    }

    private void reserve(int more) {
        if (buffer.length - length < more) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, Math.addExact(length, more)));
        }
    }

    void word(Word word) {
        text(word.word());
    }
}
