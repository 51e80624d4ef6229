package io.patchboard.gateway.runner.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The parts of a text that may be JSON objects or arrays: from an opening bracket to the one that closes it. */
final class JsonSpans {

    /** Of a bracket that nothing closes, all of the text is looked through. */
    private static final long MOST_STEPS = 20_000_000;

    private final String text;
    private long steps;

    private JsonSpans(String text) {
        this.text = text;
    }

    /** Outermost ones, in order; what is within one of them is not listed again. */
    static List<String> of(String text) {
        return new JsonSpans(text).find();
    }

    private List<String> find() {
        List<String> spans = new ArrayList<>();
        for (int begin = 0; begin < text.length() && steps < MOST_STEPS; begin++) {
            if (text.charAt(begin) == '{' || text.charAt(begin) == '[') {
                OptionalInt end = end(begin);
                if (end.isPresent()) {
                    spans.add(text.substring(begin, end.getAsInt()));
                    begin = end.getAsInt() - 1;
                }
            }
        }
        return spans;
    }

    private OptionalInt end(int begin) {
        int depth = 0;
        boolean quoted = false;
        for (int i = begin; i < text.length(); i++) {
            steps++;
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
