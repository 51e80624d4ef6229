package io.patchboard.kernel.view;

/** The beginning of a text. */
final class Excerpt {

    private static final String MORE = "...";

    private Excerpt() {}

    /** The text, or as much of its beginning as {@code most} characters hold with a mark that it goes on. */
    static String of(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = most - MORE.length();
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + MORE;
    }
}
