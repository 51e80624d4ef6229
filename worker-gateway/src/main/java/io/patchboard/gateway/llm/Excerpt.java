package io.patchboard.gateway.llm;

import io.patchboard.text.Cut;
import java.nio.charset.StandardCharsets;

/** A few words of a long text that somebody else wrote, fit to be put into a record. */
public final class Excerpt {

    private static final int CHARS = 300;

    private Excerpt() {}

    /** On one line and in quotes. */
    public static String of(String text) {
        String begin = text.length() > 4 * CHARS ? text.substring(0, 4 * CHARS) : text;
        String line = begin.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        boolean whole = line.length() <= CHARS && begin.length() == text.length();
        return "\"" + cut(line, CHARS) + (whole ? "\"" : "...\"");
    }

    /** At most so many characters, and no half ones: of them a record cannot be made. */
    static String cut(String text, int chars) {
        return new String(Cut.begin(text, chars).getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
