package io.patchboard.gateway.llm;

/** A few words of a long text. */
public final class Excerpt {

    private static final int CHARS = 300;

    private Excerpt() {}

    /** On one line and in quotes. */
    public static String of(String text) {
        String line = text.length() > 4 * CHARS ? text.substring(0, 4 * CHARS) : text;
        String words = line.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        boolean whole = words.length() <= CHARS && line.length() == text.length();
        return "\"" + (words.length() <= CHARS ? words : words.substring(0, CHARS)) + (whole ? "\"" : "...\"");
    }
}
