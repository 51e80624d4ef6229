package io.patchboard.workflow.asl;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lexical form of JSONata: quotes, brackets and tokens. What an expression comes to is asked when it is run. */
final class Jsonata {

    private static final Map<Character, Character> OPENS = Map.of(')', '(', ']', '[', '}', '{');
    private static final Pattern SKIPPED = Pattern.compile("\\s+|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern QUOTED =
            Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)*+'|`[^`]*`", Pattern.DOTALL);
    private static final Pattern REGEX = Pattern.compile("/(?![*/\\s])(?:[^/\\\\\\n]|\\\\.)++/[im]*(?=\\s*[,)])");
    private static final Pattern NUMBER =
            Pattern.compile("(?:0|[1-9][0-9]*)(?:\\.[0-9]+|(?=\\.\\.)|(?!\\.))(?:[eE][+-]?[0-9]+)?");
    private static final Pattern NAME = Pattern.compile("\\$*[\\p{L}_][\\p{L}\\p{N}_]*|\\${1,2}");
    private static final Pattern OPERATOR =
            Pattern.compile("\\.\\.|:=|!=|<=|>=|~>|\\*\\*|\\?\\?|\\?:|[.,;:?+*/%|=<>^&@#~!-]");

    private Jsonata() {}

    /** Whether it is made of tokens, is not empty, has all it opens closed, and ends with no operator. */
    static boolean isWhole(String text) {
        Deque<Character> open = new ArrayDeque<>();
        boolean operand = false;
        int at = 0;
        while (at < text.length()) {
            char next = text.charAt(at);
            int length = length(text, at, SKIPPED);
            if (length > 0) {
                at += length;
                continue;
            }
            if ("([{".indexOf(next) >= 0) {
                open.push(next);
                operand = false;
                at++;
            } else if (OPENS.containsKey(next)) {
                if (open.isEmpty() || !open.pop().equals(OPENS.get(next))) {
                    return false;
                }
                operand = true;
                at++;
            } else {
                int word = operand ? 0 : length(text, at, REGEX);
                for (Pattern kind : new Pattern[] {QUOTED, NUMBER, NAME}) {
                    word = word > 0 ? word : length(text, at, kind);
                }
                int whole = word > 0 ? word : length(text, at, OPERATOR);
                if (whole == 0) {
                    return false;
                }
                operand = word > 0 || next == '*' || next == '%';
                at += whole;
            }
        }
        return operand && open.isEmpty();
    }

    private static int length(String text, int at, Pattern kind) {
        Matcher matcher = kind.matcher(text).region(at, text.length()).useTransparentBounds(true);
        return matcher.lookingAt() ? matcher.end() - at : 0;
    }
}
