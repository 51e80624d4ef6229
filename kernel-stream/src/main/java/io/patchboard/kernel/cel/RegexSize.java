package io.patchboard.kernel.cel;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Estimates, without building it, how large a pattern of RE2 becomes when its repetitions are unrolled. Never too small
 * by more than a constant for a well-formed pattern; for others the compiler has its own refusal.
 */
final class RegexSize {

    private RegexSize() {}

    static long estimate(String pattern) {
        Deque<Long> outer = new ArrayDeque<>();
        long size = 0;
        long atom = 0;
        for (int at = 0; at < pattern.length(); at++) {
            char c = pattern.charAt(at);
            if (c == '(') {
                outer.push(size);
                size = 0;
            } else if (c == ')' && !outer.isEmpty()) {
                atom = size + 1;
                size = saturated(outer.pop() + atom);
            } else if (c == '{') {
                long times = times(pattern, at);
                size = saturated(size + saturated(atom * Math.max(0, times - 1)));
                atom = saturated(atom * Math.max(1, times));
            } else {
                at += c == '\\' ? 1 : 0;
                atom = 1;
                size++;
            }
        }
        return size;
    }

    private static long saturated(long size) {
        return Math.min(size, Integer.MAX_VALUE);
    }

    /** The upper bound of the repetition that begins here; 1 if it is none. */
    private static long times(String pattern, int open) {
        long last = 0;
        long number = 0;
        for (int at = open + 1; at < pattern.length(); at++) {
            char c = pattern.charAt(at);
            if (c >= '0' && c <= '9') {
                number = saturated(number * 10 + c - '0');
            } else if (c == ',') {
                last = number + 1;
                number = 0;
            } else {
                return c == '}' ? Math.max(last, number) : 1;
            }
        }
        return 1;
    }
}
