package io.patchboard.json;

/**
 * How many objects and arrays were read, and about how much memory all values take: what stands around each is counted,
 * and not its text, of which there is no more than was sent.
 */
final class TreeSize {

    /** An array with its list of items. */
    private static final int ARRAY = 64;

    /** An object with its lists of names and values. */
    private static final int OBJECT = 104;

    /** A member's name, which may be no other's, and its places in the two lists. */
    private static final int MEMBER = 56;

    /** As well, a node of the sorted map of an object with more members than stand in lists. */
    private static final int NODE = 32;

    /** An item's place in its array. */
    private static final int ITEM = 4;

    private static final int NUMBER = 56;

    private static final int STRING = 64;

    private int containers;
    private long bytes;

    int containers() {
        return containers;
    }

    long bytes() {
        return bytes;
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

    private static int own(Json value) {
        return switch (value) {
            case JsonNumber number -> number.isShared() ? 0 : NUMBER;
            case JsonString string -> string.isShared() ? 0 : STRING;
            default -> 0;
        };
    }
}
