package io.patchboard.kernel.tokens;

import java.nio.charset.StandardCharsets;

/**
 * Text whose tokens are counted exactly, for all views of one decision together: a fan-out of large views must not take
 * longer than a decision may. Beyond it a text counts as many tokens as it has bytes, which no text exceeds.
 */
public final class TokenAllowance {

    /** Characters; counting them takes a few seconds at most. */
    private static final long CHARS = 10_000_000;

    private long left = CHARS;

    /** Tokens of the text, or some number that is not smaller. */
    public int count(Tokenizer tokenizer, String text) {
        left -= text.length();
        return left >= 0 ? tokenizer.count(text) : text.getBytes(StandardCharsets.UTF_8).length;
    }
}
