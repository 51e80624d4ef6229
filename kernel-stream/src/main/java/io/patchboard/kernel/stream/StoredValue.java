package io.patchboard.kernel.stream;

import java.util.Arrays;

/** A value of a store that has no form of its own: the version of the store's form, 1, and the content. */
final class StoredValue {

    private static final byte FORMAT = 1;

    private StoredValue() {}

    static byte[] of(byte[] content) {
        byte[] stored = new byte[content.length + 1];
        stored[0] = FORMAT;
        System.arraycopy(content, 0, stored, 1, content.length);
        return stored;
    }

    static byte[] content(String boardId, byte[] stored) {
        if (stored.length == 0) {
            throw new CorruptStoreException(boardId, "Expected a value with its version, but got an empty one.");
        }
        if (stored[0] > FORMAT) {
            throw new NewerStoreException(boardId);
        }
        if (stored[0] != FORMAT) {
            throw new CorruptStoreException(
                    boardId, "Expected a value of format " + FORMAT + ", but got " + stored[0] + ".");
        }
        return Arrays.copyOfRange(stored, 1, stored.length);
    }
}
