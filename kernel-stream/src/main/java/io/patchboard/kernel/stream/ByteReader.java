package io.patchboard.kernel.stream;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.record.Word;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads what {@link ByteWriter} wrote. Bytes that end too early, or that it could not have written, throw
 * {@link BufferUnderflowException} or {@link IllegalArgumentException}.
 */
final class ByteReader {

    private static final int MOST_SHIFT = 63;

    /** What the kernel wrote itself is read, whatever the limits are by now. */
    private static final JsonReader JSON = new JsonReader(
            JsonLimits.DEFAULT.withMaxBytes(RecordSizes.MAX_STORED_BYTES).withMaxDepth(1_000));

    private final ByteBuffer bytes;

    ByteReader(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    int octet() {
        return Byte.toUnsignedInt(bytes.get());
    }

    int int32() {
        return bytes.getInt();
    }

    long number() {
        long value = 0;
        for (int shift = 0; shift <= MOST_SHIFT; shift += 7) {
            int next = octet();
            value |= (long) (next & 0x7F) << shift;
            if ((next & 0x80) == 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("Expected a number of at most ten bytes, but got a longer one.");
    }

    long signed() {
        long folded = number();
        return folded >>> 1 ^ -(folded & 1);
    }

    String text() {
        return utf8(number());
    }

    Json json() {
        try {
            return JSON.read(octets(number()));
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    String hash() {
        long length = number();
        return length == ByteWriter.HEX
                ? HexFormat.of().formatHex(octets(ByteWriter.HEX_DIGITS / 2))
                : utf8(length - 1);
    }

    private String utf8(long length) {
        return new String(octets(length), StandardCharsets.UTF_8);
    }

    private byte[] octets(long count) {
        if (count < 0 || count > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] read = new byte[(int) count];
        bytes.get(read);
        return read;
    }

    Instant time() {
        return Instant.ofEpochSecond(signed(), number());
    }

    <T> Optional<T> optional(Supplier<T> read) {
        return octet() == 0 ? Optional.empty() : Optional.of(read.get());
    }

    <T> List<T> list(Supplier<T> read) {
        List<T> values = new ArrayList<>();
        for (long left = number(); left > 0; left--) {
            values.add(read.get());
        }
        return List.copyOf(values);
    }

    /** @throws IllegalArgumentException if there is more */
    void end() {
        if (bytes.hasRemaining()) {
            throw new IllegalArgumentException("Expected the end, but " + bytes.remaining() + " bytes follow.");
        }
    }

    /** @throws IllegalArgumentException if the vocabulary has no word with the text that stands there */
    <W extends Enum<W> & Word> W word(Class<W> vocabulary) {
        return Word.of(vocabulary, text());
    }
}
