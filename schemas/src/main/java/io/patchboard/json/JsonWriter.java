package io.patchboard.json;

import java.util.Map;

/** Writes JSON text: compact for machines, indented for people. */
public final class JsonWriter {

    private static final String HEX = "0123456789abcdef";

    /** Stands for half of a character, which UTF-8 cannot hold: a text that was cut must not change on its way. */
    static final char REPLACEMENT = '\uFFFD';

    private final StringBuilder out = new StringBuilder();
    private final boolean indented;

    private JsonWriter(boolean indented) {
        this.indented = indented;
    }

    public static String compact(Json value) {
        JsonWriter writer = new JsonWriter(false);
        writer.write(value, 0);
        return writer.out.toString();
    }

    /** The UTF-8 of {@link #compact}, without the text in between. */
    public static byte[] compactBytes(Json value) {
        Utf8Text out = Utf8Text.ofSize(value.compactBytes());
        out.inOrder(value, false);
        return out.toBytes();
    }

    /** Two spaces for each level. */
    public static String pretty(Json value) {
        JsonWriter writer = new JsonWriter(true);
        writer.write(value, 0);
        return writer.out.toString();
    }

    private void write(Json value, int depth) {
        if (value instanceof JsonObject object) {
            writeObject(object, depth);
        } else if (value instanceof JsonArray array) {
            writeArray(array, depth);
        } else if (value instanceof JsonString string) {
            quote(string.value(), out);
        } else {
            out.append(value);
        }
    }

    private void writeObject(JsonObject object, int depth) {
        out.append('{');
        String separator = "";
        for (Map.Entry<String, Json> member : object.members().entrySet()) {
            out.append(separator);
            newLine(depth + 1);
            quote(member.getKey(), out);
            out.append(indented ? ": " : ":");
            write(member.getValue(), depth + 1);
            separator = ",";
        }
        if (!object.isEmpty()) {
            newLine(depth);
        }
        out.append('}');
    }

    private void writeArray(JsonArray array, int depth) {
        out.append('[');
        String separator = "";
        for (Json item : array) {
            out.append(separator);
            newLine(depth + 1);
            write(item, depth + 1);
            separator = ",";
        }
        if (!array.isEmpty()) {
            newLine(depth);
        }
        out.append(']');
    }

    private void newLine(int depth) {
        if (indented) {
            out.append('\n').append("  ".repeat(depth));
        }
    }

    private static boolean paired(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }

    /** Appends the string as RFC 8785 section 3.2.2.2 has it, which is also the shortest form of RFC 8259. */
    static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\t' -> out.append("\\t");
                case '\n' -> out.append("\\n");
                case '\f' -> out.append("\\f");
                case '\r' -> out.append("\\r");
                default -> {
                    if (c < 0x20) {
                        out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xf));
                    } else {
                        out.append(Character.isSurrogate(c) && !paired(text, i) ? REPLACEMENT : c);
                    }
                }
            }
        }
        out.append('"');
    }
}
