package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Digest;
import java.util.Arrays;

/**
 * An immutable set of digests; with one more or one less it shares the rest. A trie over the hexadecimal digits of the
 * digests, each node with slots for those of the next digit that occur: a digest or a node.
 */
final class DigestSet {

    static final DigestSet EMPTY = new DigestSet(0, new Object[0]);

    private static final int DIGITS_OF_A_WORD = 16;

    private final int occurring;
    private final Object[] slots;

    /** @param occurring bit by bit, which digits have a slot */
    private DigestSet(int occurring, Object[] slots) {
        this.occurring = occurring;
        this.slots = slots;
    }

    /** With a digest; this very set if it is in it. */
    DigestSet with(Digest digest) {
        return with(digest, 0);
    }

    /** Without a digest; this very set if it is not in it. */
    DigestSet without(Digest digest) {
        return without(digest, 0);
    }

    private DigestSet with(Digest digest, int at) {
        int bit = 1 << digit(digest, at);
        int slot = slot(bit);
        if ((occurring & bit) == 0) {
            Object[] more = new Object[slots.length + 1];
            System.arraycopy(slots, 0, more, 0, slot);
            more[slot] = digest;
            System.arraycopy(slots, slot, more, slot + 1, slots.length - slot);
            return new DigestSet(occurring | bit, more);
        }
        if (slots[slot] instanceof DigestSet node) {
            DigestSet changed = node.with(digest, at + 1);
            return changed == node ? this : replaced(slot, changed);
        }
        Digest other = (Digest) slots[slot];
        return other.equals(digest)
                ? this
                : replaced(slot, EMPTY.with(other, at + 1).with(digest, at + 1));
    }

    private DigestSet without(Digest digest, int at) {
        int bit = 1 << digit(digest, at);
        int slot = slot(bit);
        if ((occurring & bit) == 0) {
            return this;
        }
        if (slots[slot] instanceof DigestSet node) {
            DigestSet changed = node.without(digest, at + 1);
            return changed == node ? this : replaced(slot, changed);
        }
        if (!slots[slot].equals(digest)) {
            return this;
        }
        Object[] less = new Object[slots.length - 1];
        System.arraycopy(slots, 0, less, 0, slot);
        System.arraycopy(slots, slot + 1, less, slot, less.length - slot);
        return new DigestSet(occurring & ~bit, less);
    }

    private DigestSet replaced(int slot, Object by) {
        Object[] changed = Arrays.copyOf(slots, slots.length);
        changed[slot] = by;
        return new DigestSet(occurring, changed);
    }

    private int slot(int bit) {
        return Integer.bitCount(occurring & bit - 1);
    }

    private static int digit(Digest digest, int at) {
        long word = switch (at / DIGITS_OF_A_WORD) {
            case 0 -> digest.fourth();
            case 1 -> digest.third();
            case 2 -> digest.second();
            default -> digest.first();
        };
        return (int) (word >>> 4 * (at % DIGITS_OF_A_WORD)) & 0xf;
    }
}
