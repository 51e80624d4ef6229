package io.patchboard.kernel.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.tokens.Tokenizer;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** What is left of a view's budget. Each part that is taken up pays for its text and for one comma. */
final class ViewAllowance {

    private static final long UNITS_OF_A_PART = 10;

    private final ToIntFunction<String> tokenizer;
    private final boolean counted;
    private final Work work;
    private long chars;
    private long tokens;
    private long charsAside;
    private long tokensAside;

    private ViewAllowance(ToIntFunction<String> tokenizer, boolean counted, long chars, long tokens, Work work) {
        this.tokenizer = tokenizer;
        this.counted = counted;
        this.chars = chars;
        this.tokens = tokens;
        this.work = work;
    }

    /** @param tokens absent if they are not counted */
    static ViewAllowance of(long chars, Optional<Long> tokens, ToIntFunction<String> tokenizer, Work work) {
        return new ViewAllowance(tokenizer, tokens.isPresent(), chars, tokens.orElse(0L), work);
    }

    /** The same allowance, taken up independently. */
    ViewAllowance copy() {
        return new ViewAllowance(tokenizer, counted, chars, tokens, work);
    }

    /** Sets a part of what is left aside, {@code 1/divisor} of it. */
    void setAside(int divisor) {
        charsAside = Math.max(0, chars / divisor);
        tokensAside = Math.max(0, tokens / divisor);
        chars -= charsAside;
        tokens -= tokensAside;
    }

    /** Gives back what was set aside. */
    void giveBack() {
        chars += charsAside;
        tokens += tokensAside;
        charsAside = 0;
        tokensAside = 0;
    }

    /** Characters that are left. */
    long chars() {
        return chars;
    }

    /** Whether nothing more of any use fits. */
    boolean full() {
        return chars < 8 || counted && tokens < 2;
    }

    /** Whether the value would take no more than {@code 1/divisor} of what is left. */
    boolean small(Json value, int divisor) {
        return measured(value, chars / divisor) <= chars / divisor
                && (!counted || tokenizer.applyAsInt(JsonWriter.compact(value)) <= tokens / divisor);
    }

    /** Takes up an object's member, if it fits. */
    boolean take(String name, Json value) {
        Json key = Json.of(name);
        long length = measured(key, chars) + measured(value, chars) + 2;
        return fits(length) && pay(length, () -> JsonWriter.compact(key) + ":" + JsonWriter.compact(value) + ",");
    }

    /** Takes up an array's item, if it fits. */
    boolean take(Json item) {
        long length = measured(item, chars) + 1;
        return fits(length) && pay(length, () -> JsonWriter.compact(item) + ",");
    }

    /** Characters of a value. What is remembered of it is charged as if it were not, up to so many. */
    private long measured(Json value, long most) {
        work.charge(WorkKind.VIEWS, UNITS_OF_A_PART + Math.min(value.canonicalBytes(), Math.max(0, most)));
        return value.compactChars();
    }

    private boolean fits(long length) {
        return length <= chars && (!counted || length <= tokens * Tokenizer.MOST_CHARS);
    }

    private boolean pay(long length, Supplier<String> text) {
        if (counted) {
            int count = tokenizer.applyAsInt(text.get());
            if (count > tokens) {
                return false;
            }
            tokens -= count;
        }
        chars -= length;
        return true;
    }
}
