package io.patchboard.standalone.screen;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.List;

/**
 * Text for people. Boards hold text of any origin, so nothing of it reaches a terminal that could move the cursor,
 * change colours or turn the direction of writing.
 */
public final class Text {

    private static final int LONGEST_STRING = 48;

    private Text() {}

    /**
     * The text on one line: a line break or tab is a blank, and every other control or formatting character is in the
     * form {@code \}{@code u001b}.
     */
    public static String printable(String text) {
        if (text.chars().noneMatch(Text::unprintable)) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        text.chars().forEach(c -> {
            if (c == '\n' || c == '\r' || c == '\t') {
                out.append(' ');
            } else if (unprintable(c)) {
                out.append(String.format("\\u%04x", c));
            } else {
                out.append((char) c);
            }
        });
        return out.toString();
    }

    /** {@link #printable} text of at most so many columns; the rest of a long one is not looked at. */
    public static String brief(String text, int columns) {
        return cut(printable(text.length() > columns * 4 ? text.substring(0, columns * 4) : text), columns);
    }

    private static boolean unprintable(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    /** Columns on a terminal, near enough: one for each code point. */
    public static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Such as {@code 1 board} or {@code 2 boards}. */
    public static String counted(long number, String noun) {
        return counted(number, noun, noun + "s");
    }

    /** As {@link #counted(long, String)}, where the words for one and for many differ in another way. */
    public static String counted(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    /** At most so many columns; what was cut ends in an ellipsis. */
    public static String cut(String text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        return columns < 1 ? "" : text.substring(0, text.offsetByCodePoints(0, columns - 1)) + "…";
    }

    public static String pad(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - width(text)));
    }

    /** Lines of at most so many columns, broken at blanks where there are any. */
    public static List<String> wrap(String text, int columns) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.strip().split(" +")) {
            if (!line.isEmpty() && width(line.toString()) + 1 + width(word) > columns) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /**
     * A value as people like to read it: names without quotes, long strings and large values abbreviated. The rest of a
     * large value is not visited.
     */
    public static String json(Json value, int columns) {
        StringBuilder out = new StringBuilder();
        write(value, out, columns, columns - 2);
        return cut(printable(out.toString()), columns);
    }

    private static void write(Json value, StringBuilder out, int columns, int longestString) {
        if (value instanceof JsonObject object) {
            String separator = "{";
            for (var member : object.members().entrySet()) {
                out.append(separator)
                        .append(cut(member.getKey(), LONGEST_STRING))
                        .append(": ");
                write(member.getValue(), out, columns, LONGEST_STRING);
                if (out.length() > columns) {
                    return;
                }
                separator = ", ";
            }
            out.append(object.isEmpty() ? "{}" : "}");
        } else if (value instanceof JsonArray array) {
            String separator = "[";
            for (Json item : array) {
                out.append(separator);
                write(item, out, columns, LONGEST_STRING);
                if (out.length() > columns) {
                    return;
                }
                separator = ", ";
            }
            out.append(array.isEmpty() ? "[]" : "]");
        } else if (value instanceof JsonString string) {
            out.append(Json.of(cut(string.value(), longestString)));
        } else {
            out.append(value);
        }
    }
}
