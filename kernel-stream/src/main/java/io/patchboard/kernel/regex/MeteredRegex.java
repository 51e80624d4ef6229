package io.patchboard.kernel.regex;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/** A compiled regular expression of RE2, and the most work that matching can be. */
public final class MeteredRegex {

    /** Unrolled size that an expression may have; the engine goes as deep as this. */
    public static final int MAX_SIZE = 2_000;

    /** What an estimate may be off by, before it is not believed. */
    private static final int TOLERANCE = 16;

    private final Pattern pattern;
    private final RegexWork work;
    private final long distrust;

    private MeteredRegex(Pattern pattern, RegexWork work) {
        this.pattern = pattern;
        this.work = work;
        distrust = pattern.programSize() > 2L * work.size() + TOLERANCE ? pattern.programSize() : 0;
    }

    /**
     * Compiles an expression.
     *
     * @throws UnusableRegexException if it is none, or unrolls to more than {@link #MAX_SIZE} instructions
     */
    public static MeteredRegex compile(String source) throws UnusableRegexException {
        RegexWork work = RegexOutline.of(source);
        try {
            return new MeteredRegex(Pattern.compile(source), work);
        } catch (PatternSyntaxException e) {
            throw new UnusableRegexException(e.getDescription(), false);
        }
    }

    /**
     * How many instructions an expression unrolls to, told without compiling it.
     *
     * @throws UnusableRegexException if it is more than {@link #MAX_SIZE}
     */
    public static int size(String source) throws UnusableRegexException {
        return RegexOutline.of(source).size();
    }

    /** Whether it matches some part of a text. */
    public boolean isFoundIn(String text) {
        return pattern.matcher(text).find();
    }

    /**
     * How many instructions are looked at, at most, to find it in a text of a length: at each character those that a
     * match can have come to by then. So {@code ^\d{4}-\d{2}} takes a handful whatever the text, and {@code (a?){300}b}
     * 900 for each character.
     */
    public long work(int length) {
        return distrust > 0 ? distrust * (length + 1L) : work.of(length);
    }
}
