package io.patchboard.kernel.circuit;

/**
 * How much it is that a board remembers.
 *
 * @param items records of a few fields
 * @param chars of all texts in them, as {@link #charsOf} counts
 */
public record Footprint(long items, long chars) {

    static final Footprint NONE = new Footprint(0, 0);

    /** One item with some texts. */
    static Footprint ofItem(String... texts) {
        long chars = 0;
        for (String text : texts) {
            chars += charsOf(text);
        }
        return new Footprint(1, chars);
    }

    /** With its quotation marks and a comma. */
    public static long charsOf(String text) {
        return text.length() + 3L;
    }

    Footprint plus(Footprint other) {
        return other.equals(NONE) ? this : new Footprint(items + other.items, chars + other.chars);
    }

    Footprint minus(Footprint other) {
        return other.equals(NONE) ? this : new Footprint(items - other.items, chars - other.chars);
    }
}
