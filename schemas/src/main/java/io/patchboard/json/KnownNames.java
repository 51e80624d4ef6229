package io.patchboard.json;

import java.util.Arrays;

/**
 * Names of objects that were met lately, so that objects with the same ones share the list of them, and the order in
 * which they are hashed: of the items of an array, and of the log entries of a kind, nearly all have the same.
 *
 * <p>Not guarded: what is known is never changed, and what two threads write at once is met once more.
 */
final class KnownNames {

    private static final int LONGEST = 32;
    private static final int PLACES = 1 << 10;
    private static final Known[] KNOWN = new Known[PLACES];

    /**
     * Names in the order in which they came.
     *
     * @param sorted their places in canonical order
     */
    private record Known(String[] names, byte[] sorted) {}

    private KnownNames() {}

    /**
     * The first so many names; not to be changed.
     *
     * @param size at most {@link Runs#FLAT}
     */
    static String[] list(String[] names, int size) {
        int place = place(names, size);
        Known known = KNOWN[place];
        if (known != null && known.names().length == size && isEqual(known.names(), names)) {
            return known.names();
        }
        String[] list = Arrays.copyOf(names, size);
        if (isShort(list)) {
            KNOWN[place] = new Known(list, sort(list));
        }
        return list;
    }

    /** The places of the names in their order by UTF-16 code units (RFC 8785 section 3.2.3). */
    static byte[] sorted(String[] list) {
        Known known = KNOWN[place(list, list.length)];
        return known != null && known.names() == list ? known.sorted() : sort(list);
    }

    private static int place(String[] names, int size) {
        int hash = size;
        for (int i = 0; i < size; i++) {
            hash = 31 * hash + names[i].hashCode();
        }
        return (hash ^ hash >>> 16) & PLACES - 1;
    }

    private static boolean isEqual(String[] known, String[] names) {
        for (int i = 0; i < known.length; i++) {
            if (!known[i].equals(names[i])) {
                return false;
            }
        }
        return true;
    }

    /** Long ones are not kept. */
    private static boolean isShort(String[] names) {
        for (String name : names) {
            if (name.length() > LONGEST) {
                return false;
            }
        }
        return true;
    }

    private static byte[] sort(String[] names) {
        byte[] order = new byte[names.length];
        for (int i = 0; i < order.length; i++) {
            int at = i;
            while (at > 0 && names[order[at - 1]].compareTo(names[i]) > 0) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = (byte) i;
        }
        return order;
    }
}
