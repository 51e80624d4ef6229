package io.patchboard.kernel.tokens;

import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import java.nio.charset.StandardCharsets;

/**
 * Text whose tokens are counted exactly, for all views of one decision together: a fan-out of large views must not take
 * longer than a decision may. Beyond it a text counts as many tokens as it has bytes, which no text exceeds.
 */
public final class TokenAllowance {

    private static final long BYTES = 1_000_000;

    private static final long UNITS_OF_A_BYTE = 12;

    private final Work work;
    private long left = BYTES;

    /** @param work of the decision, of which about half may go into counting */
    public TokenAllowance(Work work) {
        this.work = work;
    }

    /** Tokens of the text, or some number that is not smaller. */
    public int count(Tokenizer tokenizer, String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        left -= bytes;
        if (left < 0) {
            return bytes;
        }
        work.charge(WorkKind.TOKENS, UNITS_OF_A_BYTE * bytes);
        return tokenizer.count(text);
    }
}
