package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.kernel.regex.MeteredRegex;
import io.patchboard.kernel.regex.UnusableRegexException;
import io.patchboard.kernel.schema.keyword.Regex;
import java.util.Optional;

/**
 * Carries an ECMA-262 pattern over to RE2 syntax.
 *
 * <p>Most of the two languages is the same text. What differs is rewritten: unicode escapes and surrogate pairs,
 * control escapes, named groups, the sets behind {@code \s} and {@code .}, {@code [^]}, and brackets inside of classes.
 * What a linear-time engine cannot do (lookaround, backreferences) is refused, as are RE2's own escapes, so that a
 * pattern means here what it means to every other validator. {@link MeteredRegex} bounds its size and its work.
 */
final class LinearRegex {

    /** Measured: an instruction takes up to two steps' time. */
    private static final long STEPS_OF_AN_INSTRUCTION = 2;

    private static final String SPACE = "\\t\\n\\x{b}\\f\\r \\x{a0}\\x{feff}\\x{2028}\\x{2029}\\p{Zs}";
    private static final String NOT_SPACE = "[^" + SPACE + "]";
    private static final String DOT = "[^\\n\\r\\x{2028}\\x{2029}]";
    private static final String ANYTHING = "[\\x{0}-\\x{10ffff}]";
    private static final String NOTHING = "[^\\x{0}-\\x{10ffff}]";

    private final String source;
    private final StringBuilder out = new StringBuilder();
    private int groups;
    private int at;

    private LinearRegex(String source) {
        this.source = source;
    }

    /** Compiles a pattern; the simplest ones need no RE2/J to run. */
    static Regex compile(String source) throws RegexException {
        MeteredRegex regex = translated(source);
        Optional<OnePassRegex> simple = OnePassRegex.of(source);
        return simple.isPresent() ? simple.get() : new Linear(regex);
    }

    static String re2(String source) throws RegexException {
        return new LinearRegex(source).translate();
    }

    static MeteredRegex translated(String source) throws RegexException {
        String re2 = re2(source);
        try {
            return MeteredRegex.compile(re2);
        } catch (UnusableRegexException e) {
            throw new RegexException(
                    e.isTooLarge()
                            ? "Expected a regular expression of bounded size, but " + quoted(source) + " is too large: "
                                    + e.getMessage() + ". Use smaller repetitions, or maxLength."
                            : "Expected a regular expression, but " + quoted(source) + " is not one: " + e.getMessage()
                                    + ".");
        }
    }

    private record Linear(MeteredRegex regex) implements Regex {

        @Override
        public boolean isFoundIn(String text) {
            return regex.isFoundIn(text);
        }

        @Override
        public long steps(int length) {
            return STEPS_OF_AN_INSTRUCTION * regex.work(length);
        }
    }

    private String translate() throws RegexException {
        while (at < source.length()) {
            char c = source.charAt(at);
            switch (c) {
                case '\\' -> escape(false);
                case '[' -> characterClass();
                case '.' -> {
                    at++;
                    out.append(DOT);
                }
                case '(' -> openGroup();
                case ')' -> closeGroup();
                case '*', '+', '?' -> {
                    at++;
                    out.append(c);
                }
                case '{' -> repetition();
                case '|', '^', '$' -> {
                    at++;
                    out.append(c);
                }
                default -> {
                    int point = source.codePointAt(at);
                    at += Character.charCount(point);
                    out.append(new String(Character.toChars(point)));
                }
            }
        }
        return out.toString();
    }

    private void openGroup() throws RegexException {
        if (source.startsWith("(?=", at) || source.startsWith("(?!", at)) {
            throw refused("a lookahead, which cannot run in linear time. Use allOf with several patterns, or not.");
        }
        if (source.startsWith("(?<=", at) || source.startsWith("(?<!", at)) {
            throw refused("a lookbehind, which cannot run in linear time. Use allOf with several patterns, or not.");
        }
        if (source.startsWith("(?:", at)) {
            out.append("(?:");
            at += 3;
        } else if (source.startsWith("(?<", at)) {
            int end = source.indexOf('>', at);
            if (end < 0) {
                throw refused("a group name without an end.");
            }
            out.append("(?P<").append(source, at + 3, end + 1);
            at = end + 1;
        } else if (source.startsWith("(?", at)) {
            throw refused("a group that ECMA-262 does not have. Use (...), (?:...) or (?<name>...).");
        } else {
            out.append('(');
            at++;
        }
        groups++;
    }

    private void closeGroup() throws RegexException {
        if (groups == 0) {
            throw refused("a closing parenthesis without an opening one.");
        }
        groups--;
        at++;
        out.append(')');
    }

    private void repetition() throws RegexException {
        int end = source.indexOf('}', at);
        String[] bounds =
                end < 0 ? new String[0] : source.substring(at + 1, end).split(",", 2);
        boolean valid = bounds.length > 0
                && bounds[0].matches("[0-9]{1,9}")
                && (bounds.length == 1 || bounds[1].matches("[0-9]{0,9}"));
        if (!valid) {
            throw refused("a brace that is not a repetition such as {2,5}. Write \\{ for the character.");
        }
        out.append(source, at, end + 1);
        at = end + 1;
    }

    private void characterClass() throws RegexException {
        if (source.startsWith("[^]", at)) {
            at += 3;
            out.append(ANYTHING);
            return;
        }
        if (source.startsWith("[]", at)) {
            at += 2;
            out.append(NOTHING);
            return;
        }
        out.append('[');
        at++;
        if (at < source.length() && source.charAt(at) == '^') {
            out.append('^');
            at++;
        }
        while (at < source.length() && source.charAt(at) != ']') {
            char c = source.charAt(at);
            if (c == '\\') {
                escape(true);
            } else {
                out.append(c == '[' || c == '^' || c == '&' || c == '~' ? "\\" : "")
                        .append(c);
                at++;
            }
        }
        if (at == source.length()) {
            throw refused("a character class without an end.");
        }
        at++;
        out.append(']');
    }

    private void escape(boolean inClass) throws RegexException {
        if (at + 1 == source.length()) {
            throw refused("a backslash at its end.");
        }
        char c = source.charAt(at + 1);
        at += 2;
        switch (c) {
            case 'd', 'D', 'w', 'W', 't', 'n', 'r', 'f' -> out.append("\\" + c);
            case 'v' -> out.append("\\x{b}");
            case 's' -> out.append(inClass ? SPACE : "[" + SPACE + "]");
            case 'S' -> {
                if (inClass) {
                    throw refused("\\S inside of a character class, which has no linear counterpart here."
                            + " Use an alternative: (?:\\S|[...]).");
                }
                out.append(NOT_SPACE);
            }
            case 'b' -> out.append(inClass ? "\\x{8}" : "\\b");
            case 'B' -> out.append("\\B");
            case '0' -> out.append("\\x{0}");
            case 'x' -> out.append("\\x{" + hex(2) + "}");
            case 'u' -> out.append(unicode());
            case 'c' -> {
                char letter = at < source.length() ? source.charAt(at) : ' ';
                if (!(letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z')) {
                    throw refused("\\c without a letter.");
                }
                at++;
                out.append("\\x{" + Integer.toHexString(letter % 32) + "}");
            }
            case 'p', 'P' -> property(c);
            case '1', '2', '3', '4', '5', '6', '7', '8', '9', 'k' ->
                throw refused("a backreference, which cannot run in linear time. Spell the alternatives out.");
            default -> {
                if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
                    throw refused("the escape \\" + c + ", which ECMA-262 does not have.");
                }
                out.append(c < 0x80 ? "\\" + c : String.valueOf(c));
            }
        }
    }

    private void property(char c) throws RegexException {
        int end = source.indexOf('}', at);
        if (at >= source.length() || source.charAt(at) != '{' || end < 0) {
            throw refused("\\" + c + " without a property in braces.");
        }
        String name = source.substring(at + 1, end);
        at = end + 1;
        String value = name.substring(name.indexOf('=') + 1);
        out.append("\\" + c + "{" + shortCategory(value) + "}");
    }

    private static String shortCategory(String name) {
        return switch (name) {
            case "Letter" -> "L";
            case "Lowercase_Letter" -> "Ll";
            case "Uppercase_Letter" -> "Lu";
            case "Mark" -> "M";
            case "Number" -> "N";
            case "Decimal_Number", "digit" -> "Nd";
            case "Punctuation", "punct" -> "P";
            case "Symbol" -> "S";
            case "Separator" -> "Z";
            case "Space_Separator" -> "Zs";
            case "Other" -> "C";
            case "Control", "cntrl" -> "Cc";
            default -> name;
        };
    }

    private String unicode() throws RegexException {
        if (at < source.length() && source.charAt(at) == '{') {
            int end = source.indexOf('}', at);
            if (end < 0 || !source.substring(at + 1, end).matches("[0-9a-fA-F]{1,6}")) {
                throw refused("\\u without hexadecimal digits.");
            }
            String digits = source.substring(at + 1, end);
            at = end + 1;
            return "\\x{" + digits + "}";
        }
        int point = Integer.parseInt(hex(4), 16);
        boolean pair = Character.isHighSurrogate((char) point)
                && source.startsWith("\\u", at)
                && source.length() >= at + 6
                && source.substring(at + 2, at + 6).matches("[dD][c-fC-F][0-9a-fA-F]{2}");
        if (pair) {
            at += 2;
            point = Character.toCodePoint((char) point, (char) Integer.parseInt(hex(4), 16));
        }
        return "\\x{" + Integer.toHexString(point) + "}";
    }

    private String hex(int count) throws RegexException {
        String digits = source.substring(at, Math.min(source.length(), at + count));
        if (!digits.matches("[0-9a-fA-F]{" + count + "}")) {
            throw refused("an escape without " + count + " hexadecimal digits.");
        }
        at += count;
        return digits;
    }

    private RegexException refused(String what) {
        return new RegexException(
                "Expected a regular expression that runs in linear time, but " + quoted(source) + " has " + what);
    }

    private static String quoted(String text) {
        return Text.abbreviated(Json.of(text));
    }
}
