package io.patchboard.kernel.state;

import java.util.ArrayList;
import java.util.List;

/**
 * A set of hashes that says "no" or "maybe", in some twelve bits for each: a Bloom filter that gets another one, twice
 * as large, when it is full (Almeida, Baquero, Preguiça and Hutchison 2007). Wrong in some two of a hundred cases.
 */
final class GrowingFilter {

    private static final int FIRST_WORDS = 8;

    /** Of a hash: with {@link #BITS_OF_ONE} bits for each, one of two hundred is wrong. */
    private static final int PROBES = 6;

    private static final int BITS_OF_ONE = 12;

    private final List<long[]> filters = new ArrayList<>();
    private int room;
    private int size;

    /** @param hash whose bits are all as good as random */
    void add(long hash) {
        if (room == 0) {
            int words = filters.isEmpty() ? FIRST_WORDS : 2 * filters.get(filters.size() - 1).length;
            filters.add(new long[words]);
            room = words * Long.SIZE / BITS_OF_ONE;
        }
        room--;
        size++;
        long[] newest = filters.get(filters.size() - 1);
        for (int i = 0; i < PROBES; i++) {
            int bit = bit(hash, i, newest);
            newest[bit >>> 6] |= 1L << bit;
        }
    }

    /** How many hashes were added. */
    int size() {
        return size;
    }

    boolean mayHave(long hash) {
        for (long[] filter : filters) {
            if (hasAll(filter, hash)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasAll(long[] filter, long hash) {
        for (int i = 0; i < PROBES; i++) {
            int bit = bit(hash, i, filter);
            if ((filter[bit >>> 6] & 1L << bit) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Two halves of a hash make as many places as are wanted (Kirsch and Mitzenmacher 2008). */
    private static int bit(long hash, int probe, long[] filter) {
        int place = (int) hash + probe * ((int) (hash >>> 32) | 1);
        return place & (filter.length * Long.SIZE - 1);
    }
}
