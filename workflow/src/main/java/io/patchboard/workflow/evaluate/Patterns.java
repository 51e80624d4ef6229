package io.patchboard.workflow.evaluate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Regular expressions within expressions. The libraries leave them to Java, where some run for ages. */
final class Patterns {

    private static final Pattern LITERAL = Pattern.compile(
            "\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)*+'|`[^`]*+`|/(?![*/\\s])((?:[^/\\\\\\n]|\\\\.)++)/[a-z]*",
            Pattern.DOTALL);
    private static final int MOST_REPEATS = 3;

    private Patterns() {}

    /** @throws EvaluationException for one that may take more than time in proportion to a small power of a text */
    static void check(String expression, String error) {
        Matcher literal = LITERAL.matcher(expression);
        while (literal.find()) {
            if (literal.group(1) != null && !isTame(literal.group(1))) {
                throw new EvaluationException(
                        error,
                        "Expected a regular expression that repeats no group with repetitions or choices in it, refers to"
                                + " no group, and has at most " + MOST_REPEATS + " open repetitions, but got /"
                                + literal.group(1) + "/.");
            }
        }
    }

    private static boolean isTame(String regex) {
        String plain = regex.replaceAll("\\\\[1-9]|\\(\\?[=!<]", "\u0000")
                .replaceAll("\\\\.", "x")
                .replaceAll("\\[\\^?\\]?[^\\]]*\\]", "x");
        if (plain.indexOf('\u0000') >= 0 || plain.indexOf('[') >= 0) {
            return false;
        }
        String before;
        do {
            before = plain;
            // A group in which nothing is repeated or chosen may be repeated; any other counts as a repetition.
            plain = plain.replaceAll("\\((?:\\?:)?[^()*+{|]*\\)", "x");
            if (plain.matches("(?s).*\\([^()]*[*+{|][^()]*\\)[*+{].*")) {
                return false;
            }
            plain = plain.replaceAll("\\((?:\\?:)?([^()]*)\\)\\??", "$1*");
        } while (!plain.equals(before));
        return plain.chars().filter(sign -> "*+{".indexOf(sign) >= 0).count() <= MOST_REPEATS * 2L
                && regex.replaceAll("\\\\.", "")
                                .chars()
                                .filter(sign -> "*+{".indexOf(sign) >= 0)
                                .count()
                        <= MOST_REPEATS;
    }
}
