package io.patchboard.gateway.runner.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The parts of a text that may be JSON objects or arrays: from an opening bracket to the one that closes it. */
final class JsonSpans {

    /** Each may be looked for to the end of the text. */
    private static final int MOST_BEGINNINGS = 200;

    private JsonSpans() {}

    /** Outermost ones, in order; what is within one of them is not listed again. */
    static List<String> of(String text) {
        List<String> spans = new ArrayList<>();
        int begin = 0;
        for (int tried = 0; begin < text.length() && tried < MOST_BEGINNINGS; begin++) {
            if (text.charAt(begin) == '{' || text.charAt(begin) == '[') {
                tried++;
                OptionalInt end = end(text, begin);
                if (end.isPresent()) {
                    spans.add(text.substring(begin, end.getAsInt()));
                    begin = end.getAsInt() - 1;
                }
            }
        }
        return spans;
    }

    private static OptionalInt end(String text, int begin) {
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
                return OptionalInt.of(i + 1);
            }
        }
        return OptionalInt.empty();
    }
}
