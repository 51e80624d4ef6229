package io.patchboard.json;

/**
 * Tokens that were met lately, so that the many pointers that are remembered share theirs: of each of its commits a
 * board remembers some places, whose tokens are few.
 *
 * <p>Not guarded: strings are immutable, and what two threads write at once is met once more.
 */
final class KnownTokens {

    private static final int LONGEST = 32;
    private static final int PLACES = 1 << 12;
    private static final String[] KNOWN = new String[PLACES];

    private KnownTokens() {}

    /** The part of a text from one index to before another. */
    static String get(String text, int from, int to) {
        int length = to - from;
        if (length > LONGEST) {
            return text.substring(from, to);
        }
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + text.charAt(i);
        }
        int place = hash & PLACES - 1;
        String known = KNOWN[place];
        if (known == null || known.length() != length || !text.startsWith(known, from)) {
            known = text.substring(from, to);
            KNOWN[place] = known;
        }
        return known;
    }
}
