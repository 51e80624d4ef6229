package io.patchboard.json;

/**
 * Short strings that were met lately, so that those which come again and again are one object: words of an enum, names
 * of workers and boards, operations of patches, and the tokens of the many pointers that a board remembers.
 *
 * <p>Not guarded: strings are immutable, and what two threads write at once is met once more.
 */
final class KnownStrings {

    /** In characters. */
    static final int LONGEST = 32;

    private static final int PLACES = 1 << 12;
    private static final JsonString[] KNOWN = new JsonString[PLACES];

    private KnownStrings() {}

    /** Whether each of so many characters is written as one byte that stands for itself. */
    static boolean isPlain(char[] text, int from, int length) {
        for (int i = from; i < from + length; i++) {
            char c = text[i];
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    /** The string of so many characters, each of which is written as one byte that stands for itself. */
    static JsonString plain(char[] text, int from, int length) {
        int hash = 0;
        for (int i = from; i < from + length; i++) {
            hash = 31 * hash + text[i];
        }
        int place = place(hash);
        JsonString known = KNOWN[place];
        if (known == null || !isEqual(known.value(), text, from, length)) {
            known = JsonString.ofPlain(new String(text, from, length));
            KNOWN[place] = known;
        }
        return known;
    }

    /** The part of a text from one index to before another. */
    static String part(String text, int from, int to) {
        int length = to - from;
        if (length > LONGEST) {
            return text.substring(from, to);
        }
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + text.charAt(i);
        }
        int place = place(hash);
        JsonString known = KNOWN[place];
        if (known == null || known.value().length() != length || !text.startsWith(known.value(), from)) {
            known = JsonString.of(text.substring(from, to));
            KNOWN[place] = known;
        }
        return known.value();
    }

    private static int place(int hash) {
        return (hash ^ hash >>> 16) & PLACES - 1;
    }

    private static boolean isEqual(String known, char[] text, int from, int length) {
        if (known.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (known.charAt(i) != text[from + i]) {
                return false;
            }
        }
        return true;
    }
}
