package io.patchboard.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks at all bytes of a text, eight at a time. */
final class AsciiScan {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int BYTES = Long.BYTES;
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = ONES << 7;

    private AsciiScan() {}

    /** Whether each byte is a character of ASCII, and none is NUL. */
    static boolean isAscii(byte[] text) {
        int i = 0;
        for (; i <= text.length - BYTES; i += BYTES) {
            long bytes = (long) EIGHT.get(text, i);
            // A byte of zero borrows, and so gets its high bit.
            if (((bytes | (bytes - ONES)) & HIGH_BITS) != 0) {
                return false;
            }
        }
        for (; i < text.length; i++) {
            if (text[i] <= 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether some byte is this one. */
    static boolean has(byte[] text, byte wanted) {
        long all = ONES * wanted;
        int i = 0;
        for (; i <= text.length - BYTES; i += BYTES) {
            long differs = (long) EIGHT.get(text, i) ^ all;
            if (((differs - ONES) & ~differs & HIGH_BITS) != 0) {
                return true;
            }
        }
        for (; i < text.length; i++) {
            if (text[i] == wanted) {
                return true;
            }
        }
        return false;
    }
}
