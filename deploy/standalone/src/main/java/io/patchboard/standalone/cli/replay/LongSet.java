package io.patchboard.standalone.cli.replay;

import java.util.Arrays;

/** A set of hashes, in eight bytes each and as much again of room. */
final class LongSet {

    private static final int FIRST_CAPACITY = 1_024;

    private long[] slots = new long[FIRST_CAPACITY];
    private boolean hasZero;
    private int size;

    void add(long value) {
        if (value == 0) {
            hasZero = true;
            return;
        }
        int at = find(value);
        if (slots[at] == 0) {
            slots[at] = value;
            size++;
            if (size > slots.length / 2) {
                grow();
            }
        }
    }

    boolean contains(long value) {
        return value == 0 ? hasZero : slots[find(value)] == value;
    }

    /** Where it is, or would be. Its bits are random already. */
    private int find(long value) {
        int at = (int) value & slots.length - 1;
        while (slots[at] != 0 && slots[at] != value) {
            at = at + 1 & slots.length - 1;
        }
        return at;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        Arrays.stream(old).filter(value -> value != 0).forEach(value -> slots[find(value)] = value);
    }
}
