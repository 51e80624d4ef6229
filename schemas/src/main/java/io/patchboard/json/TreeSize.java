package io.patchboard.json;

/**
 * How many objects and arrays were read, and about how much memory all values take: what stands around each is counted,
 * and not its text, of which there is no more than was sent. And what long numbers take, which is more than their text.
 *
 * <p>{@link Extent} counts with the same numbers, and with what a part keeps once it was asked.
 */
final class TreeSize {

    /** An array with its list of items. */
    static final int ARRAY = 64;

    /** An object with its lists of names and values. */
    static final int OBJECT = 104;

    /** A member's name, which may be no other's, and its places in the two lists. */
    static final int MEMBER = 56;

    /** As well, a node of the sorted map of an object with more members than stand in lists. */
    private static final int NODE = 32;

    /** An item's place in its array. */
    static final int ITEM = 4;

    /** Of a text or part that is not short. */
    static final int DIGEST = 48;

    /** What a part that is not short keeps: its digest and its extent. */
    static final int KEPT = DIGEST + 56;

    /** A run with its lists, beside its children's places. */
    static final int RUN = 128;

    private static final int NUMBER = 56;

    private static final int STRING = 64;

    private int containers;
    private long bytes;
    private long digitSquares;

    int containers() {
        return containers;
    }

    long bytes() {
        return bytes;
    }

    long digitSquares() {
        return digitSquares;
    }

    /** What has more digits than a long is made of them, and written, in steps as many as their square. */
    void number(int digits) {
        digitSquares += digits > JsonNumber.LONG_DIGITS ? (long) digits * digits : 0;
    }

    void array() {
        containers++;
        bytes += ARRAY;
    }

    void object() {
        containers++;
        bytes += OBJECT;
    }

    /** @param before members of the same object */
    void member(int before, Json value) {
        bytes += (before < Runs.FLAT ? MEMBER : MEMBER + NODE) + own(value);
    }

    void item(Json value) {
        bytes += ITEM + own(value);
    }

    /** Of a scalar beside its text; nothing for one that is the same everywhere. */
    static int own(Json value) {
        if (value instanceof JsonString string) {
            return string.isShared() ? 0 : STRING;
        }
        return value instanceof JsonNumber number && !number.isShared() ? NUMBER : 0;
    }
}
