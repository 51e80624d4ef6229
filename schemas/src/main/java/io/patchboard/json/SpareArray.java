package io.patchboard.json;

/** The array that a thread writes texts into of which nothing is left but their digests. */
final class SpareArray {

    private static final int FEWEST_BYTES = 4_096;
    private static final int MOST_BYTES = 65_536;
    private static final ThreadLocal<byte[][]> SPARE = ThreadLocal.withInitial(() -> new byte[1][]);

    private SpareArray() {}

    /** The thread's own, unless that is in use or too short. */
    static byte[] take(long size) {
        byte[] own = SPARE.get()[0];
        SPARE.get()[0] = null;
        return own != null && own.length >= size ? own : new byte[Math.toIntExact(Math.max(size, FEWEST_BYTES))];
    }

    /** Nobody uses it any more. */
    static void give(byte[] bytes) {
        if (bytes.length <= MOST_BYTES) {
            SPARE.get()[0] = bytes;
        }
    }
}
