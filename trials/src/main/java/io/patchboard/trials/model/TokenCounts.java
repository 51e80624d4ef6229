package io.patchboard.trials.model;

import io.patchboard.kernel.tokens.Tokenizer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts tokens in {@code o200k_base}; what stays the same from prompt to prompt is counted once. For all threads.
 */
public final class TokenCounts {

    /** Systems' messages are few: one for each role and arm. */
    private static final int MOST = 1_000;

    private final Map<String, Integer> kept = new ConcurrentHashMap<>();

    public int of(String text) {
        return Tokenizer.DEFAULT.count(text);
    }

    /** Of a text that comes again. */
    public int ofFixed(String text) {
        if (kept.size() > MOST) {
            kept.clear();
        }
        return kept.computeIfAbsent(text, this::of);
    }
}
