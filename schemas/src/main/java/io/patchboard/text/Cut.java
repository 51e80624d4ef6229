package io.patchboard.text;

/** Makes long texts shorter, and never halves a character: of half a one no record can be made. */
public final class Cut {

    private static final String DOTS = "...";

    private Cut() {}

    /** The beginning, of at most so many chars. */
    public static String begin(String text, int chars) {
        if (text.length() <= chars) {
            return text;
        }
        boolean halves = chars > 0 && Character.isHighSurrogate(text.charAt(chars - 1));
        return text.substring(0, halves ? chars - 1 : chars);
    }

    /** The end, of at most so many chars. */
    public static String end(String text, int chars) {
        int from = text.length() - chars;
        if (from <= 0) {
            return text;
        }
        boolean halves = from < text.length() && Character.isLowSurrogate(text.charAt(from));
        return text.substring(halves ? from + 1 : from);
    }

    /** The text, or its beginning with dots behind it. */
    public static String shortened(String text, int chars) {
        return text.length() <= chars ? text : begin(text, chars) + DOTS;
    }

    /** As {@link #shortened}, with the dots among the chars. */
    public static String within(String text, int chars) {
        return text.length() <= chars ? text : begin(text, chars - DOTS.length()) + DOTS;
    }
}
