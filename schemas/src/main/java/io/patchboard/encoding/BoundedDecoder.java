package io.patchboard.encoding;

import io.patchboard.text.StrictUtf8;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.apache.avro.io.Decoder;
import org.apache.avro.util.Utf8;

/**
 * Reads Avro binary from bytes at hand, believing no length that the bytes cannot back.
 *
 * <p>Why not Avro's own decoder: it allocates a string of the length that the data claims before it looks for the
 * bytes, bounded only by process-wide system properties; and it replaces malformed UTF-8 instead of refusing it. Here a
 * length is compared with the bytes that are left first. Every error is an {@link IOException} that names the offset.
 *
 * <p>An array or map may not claim more items than bytes are left. So items of no bytes at all (arrays of null) are not
 * supported; no schema of the contract has them, and they would make a few bytes cost endless time.
 */
class BoundedDecoder extends Decoder {

    private static final int MAX_VARINT_BYTES = 10;
    private static final char REPLACEMENT = '\uFFFD';

    private final byte[] bytes;
    private int position;

    BoundedDecoder(byte[] bytes, int offset) {
        this.bytes = bytes;
        this.position = offset;
    }

    int position() {
        return position;
    }

    boolean isAtEnd() {
        return position == bytes.length;
    }

    private IOException malformed(String expected) {
        return new IOException("Expected " + expected + " at byte " + position + " of " + bytes.length
                + ", but the data is malformed or cut short");
    }

    boolean has(int count) {
        return count <= available();
    }

    private int available() {
        return bytes.length - position;
    }

    private int length() throws IOException {
        int start = position;
        long length = readLong();
        if (length < 0 || length > available()) {
            position = start;
            throw malformed("a length within the data");
        }
        return (int) length;
    }

    private void skip(int count) throws IOException {
        if (count < 0 || count > available()) {
            throw malformed(count + " bytes");
        }
        position += count;
    }

    @Override
    public void readNull() {}

    @Override
    public boolean readBoolean() throws IOException {
        skip(1);
        byte value = bytes[position - 1];
        if (value != 0 && value != 1) {
            throw malformed("a boolean");
        }
        return value == 1;
    }

    @Override
    public int readInt() throws IOException {
        long value = readLong();
        if (value != (int) value) {
            throw malformed("a 32-bit integer");
        }
        return (int) value;
    }

    @Override
    public long readLong() throws IOException {
        long value = 0;
        for (int i = 0; i < MAX_VARINT_BYTES; i++) {
            if (position == bytes.length) {
                throw malformed("an integer");
            }
            byte b = bytes[position++];
            value |= (long) (b & 0x7f) << (7 * i);
            if (b >= 0) {
                if (i == MAX_VARINT_BYTES - 1 && b > 1) {
                    break;
                }
                return (value >>> 1) ^ -(value & 1);
            }
        }
        throw malformed("a 64-bit integer");
    }

    @Override
    public float readFloat() throws IOException {
        skip(Float.BYTES);
        return littleEndian(Float.BYTES).getFloat();
    }

    @Override
    public double readDouble() throws IOException {
        skip(Double.BYTES);
        return littleEndian(Double.BYTES).getDouble();
    }

    private ByteBuffer littleEndian(int size) {
        return ByteBuffer.wrap(bytes, position - size, size).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public Utf8 readString(Utf8 old) throws IOException {
        return new Utf8(readString());
    }

    @Override
    public String readString() throws IOException {
        int length = length();
        String text = new String(bytes, position, length, StandardCharsets.UTF_8);
        // A replacement was meant, or stands for what is malformed.
        if (text.indexOf(REPLACEMENT) >= 0
                && StrictUtf8.text(bytes, position, length).isEmpty()) {
            throw malformed("well-formed UTF-8");
        }
        position += length;
        return text;
    }

    @Override
    public void skipString() throws IOException {
        skip(length());
    }

    @Override
    public ByteBuffer readBytes(ByteBuffer old) throws IOException {
        byte[] copy = new byte[length()];
        readFixed(copy, 0, copy.length);
        return ByteBuffer.wrap(copy);
    }

    @Override
    public void skipBytes() throws IOException {
        skip(length());
    }

    @Override
    public void readFixed(byte[] target, int start, int length) throws IOException {
        skip(length);
        System.arraycopy(bytes, position - length, target, start, length);
    }

    @Override
    public void skipFixed(int length) throws IOException {
        skip(length);
    }

    @Override
    public int readEnum() throws IOException {
        return readInt();
    }

    @Override
    public int readIndex() throws IOException {
        return readInt();
    }

    /**
     * A part of an array or map.
     *
     * @param end where it ends, if the data says so; else negative
     */
    record Block(long count, int end) {}

    /** A negative count is followed by the block's size in bytes, for readers that skip it. */
    Block block() throws IOException {
        long count = readLong();
        int end = -1;
        if (count < 0) {
            int length = length();
            end = position + length;
            count = -count;
        }
        if (count < 0 || count > available()) {
            throw malformed("a number of items within the data");
        }
        return new Block(count, end);
    }

    /** Who skips a block and who reads it must come to the same byte. */
    void requireEnd(Block block) throws IOException {
        if (block.end >= 0 && block.end != position) {
            throw malformed("the end of a block");
        }
    }

    private long blockCount() throws IOException {
        return block().count();
    }

    /** Skips blocks that tell their size; returns the item count of the first that does not, or 0 at the end. */
    private long skipBlocks() throws IOException {
        while (true) {
            long count = readLong();
            if (count >= 0) {
                if (count > available()) {
                    throw malformed("a number of items within the data");
                }
                return count;
            }
            skip(length());
        }
    }

    @Override
    public long readArrayStart() throws IOException {
        return blockCount();
    }

    @Override
    public long arrayNext() throws IOException {
        return blockCount();
    }

    @Override
    public long skipArray() throws IOException {
        return skipBlocks();
    }

    @Override
    public long readMapStart() throws IOException {
        return blockCount();
    }

    @Override
    public long mapNext() throws IOException {
        return blockCount();
    }

    @Override
    public long skipMap() throws IOException {
        return skipBlocks();
    }
}
