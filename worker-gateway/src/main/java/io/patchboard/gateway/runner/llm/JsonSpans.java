package io.patchboard.gateway.runner.llm;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a text that may be JSON objects or arrays: from an opening bracket to the one that closes it.
 *
 * @param spans outermost ones, in order; what is within one of them is not listed again
 * @param between what stands before, between and behind them
 */
record JsonSpans(List<String> spans, String between) {

    /**
     * Of a bracket that nothing closes, all of the text is looked through: so many times at most, more if it is short.
     */
    private static final int MOST_LOOKS = 32;

    private static final int SHORT = 1_000_000;

    private static final int NONE = -1;

    /** Each is read as if it were the answer. */
    private static final int MOST_SPANS = 1_000;

    /** @throws UnreadableReplyException if there are too many to look through */
    static JsonSpans of(String text, CharsRead read) throws InterruptedException, UnreadableReplyException {
        List<String> spans = new ArrayList<>();
        StringBuilder between = new StringBuilder();
        int told = 0;
        long left = SHORT + (long) MOST_LOOKS * text.length();
        for (int begin = 0; begin < text.length() && left > 0; begin++) {
            char c = text.charAt(begin);
            if (c != '{' && c != '[') {
                continue;
            }
            int end = end(text, begin);
            int looked = (end == NONE ? text.length() : end) - begin;
            read.add(looked);
            if (end == NONE) {
                left -= looked;
                continue;
            }
            if (spans.size() == MOST_SPANS) {
                throw new UnreadableReplyException("it has more than " + MOST_SPANS + " parts that could be JSON");
            }
            spans.add(text.substring(begin, end));
            between.append(text, told, begin);
            told = end;
            begin = end - 1;
        }
        return new JsonSpans(spans, between.append(text, told, text.length()).toString());
    }

    private static int end(String text, int begin) {
        int depth = 0;
        boolean quoted = false;
        for (int i = begin; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c == '\\') {
                    i++;
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return i + 1;
            }
        }
        return NONE;
    }
}
