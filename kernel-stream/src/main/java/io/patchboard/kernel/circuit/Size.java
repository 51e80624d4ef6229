package io.patchboard.kernel.circuit;

/**
 * How much it is that a board remembers.
 *
 * @param items records of a few fields
 * @param chars of all texts in them, as {@link #charsOf} counts
 */
public record Size(long items, long chars) {

    static final Size NONE = new Size(0, 0);

    /** One item with some texts. */
    static Size ofItem(String... texts) {
        long chars = 0;
        for (String text : texts) {
            chars += charsOf(text);
        }
        return new Size(1, chars);
    }

    /** With its quotation marks and a comma. */
    public static long charsOf(String text) {
        return text.length() + 3L;
    }

    Size plus(Size other) {
        return new Size(items + other.items, chars + other.chars);
    }

    Size minus(Size other) {
        return new Size(items - other.items, chars - other.chars);
    }
}
