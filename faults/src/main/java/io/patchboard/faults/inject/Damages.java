package io.patchboard.faults.inject;

import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.inject.InvalidJson.Damage;
import io.patchboard.faults.tree.Trees;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** All the ways in which JSON text is damaged, by name. */
final class Damages {

    static final Map<String, Damage> ALL = all();

    private static final int DEEP = 20_000;

    private Damages() {}

    private static Map<String, Damage> all() {
        Map<String, Damage> all = new LinkedHashMap<>();
        structure(all);
        values(all);
        strings(all);
        wrappings(all);
        bytes(all);
        return all;
    }

    private static void structure(Map<String, Damage> all) {
        text(all, "truncated", (s, dice) -> s.substring(0, dice.between(1, s.length() - 1)));
        text(all, "truncated at its end", (s, dice) -> s.substring(0, s.length() - dice.between(1, 3)));
        text(all, "beginning cut off", (s, dice) -> s.substring(dice.between(1, s.length() / 2)));
        text(all, "trailing comma in object", (s, dice) -> s.substring(0, s.length() - 1) + ",}");
        text(all, "trailing comma in array", (s, dice) -> replaceLast(s, "]", ",]"));
        text(all, "missing comma", (s, dice) -> without(s, ",\"", 1, dice));
        text(all, "missing colon", (s, dice) -> without(s, "\":", 1, dice));
        text(all, "closed with the wrong bracket", (s, dice) -> replaceLast(s, "]", "}"));
        text(all, "one bracket too many", (s, dice) -> s + dice.pickOf("}", "]", "}}"));
        text(all, "duplicate patch", (s, dice) -> s.substring(0, s.length() - 1) + ",\"patch\":[]}");
        text(all, "duplicate worker", (s, dice) -> s.substring(0, s.length() - 1) + ",\"worker\":\"admin\"}");
        text(all, "duplicate path", (s, dice) -> s.replaceFirst("\"path\":", "\"path\":\"\",\"path\":"));
        text(all, "duplicate path, other last", (s, dice) -> after(s, "\"path\":\"", ",\"path\":\"/title\""));
        text(all, "duplicate value", (s, dice) -> s.replaceFirst("\"value\":", "\"value\":null,\"value\":"));
        text(all, "duplicate by escape", (s, dice) -> s.replaceFirst("\"op\":", "\"\\\\u006fp\":\"remove\",\"op\":"));
    }

    private static void values(Map<String, Damage> all) {
        literal(all, "huge exponent", "1e999999999", "-1E+99999999999", "1e1000000");
        literal(all, "tiny exponent", "1e-999999999", "1E-400000");
        literal(all, "endless digits", "9".repeat(5000), "0." + "3".repeat(5000));
        literal(all, "not a number", "NaN", "Infinity", "-Infinity", "-NaN");
        literal(all, "number of another language", "01", "+1", "0x1F", ".5", "5.", "1_000", "0b11", "1,5", "10f");
        literal(all, "literal of another language", "None", "True", "False", "undefined", "nil", "TRUE", "Null", "yes");
        literal(all, "bare word", "American", "status", "ok!");
        literal(all, "expression", "1+1", "new Date()", "\"a\" + \"b\"", "[1..3]", "...");
        text(all, "deep nesting", (s, dice) -> value(s, "[".repeat(DEEP) + "]".repeat(DEEP)));
        text(all, "deep nesting of objects", (s, dice) -> value(s, "{\"a\":".repeat(DEEP) + "1" + "}".repeat(DEEP)));
        text(all, "deep nesting, never closed", (s, dice) -> value(s, "[".repeat(dice.between(500, DEEP))));
        text(all, "missing value", (s, dice) -> value(s, ""));
    }

    private static void strings(Map<String, Damage> all) {
        text(all, "single quotes", (s, dice) -> s.replace('"', '\''));
        text(all, "typographic quotes", (s, dice) -> s.replaceAll("\"([^\"]*)\"", "“$1”"));
        text(all, "names without quotes", (s, dice) -> s.replaceAll("\"([a-z]+)\":", "$1:"));
        inString(all, "wrong escape", "\\x41", "\\q", "\\'", "\\u12", "\\u00zz", "\\0", "\\U0001F600", "\\ ");
        inString(all, "unpaired surrogate", "\\ud800", "\\udc00", "\\udfff\\ud83d", "\\ud83d\\u0041", "a\\uD800b");
        inString(all, "control character", "\n", "\t", "\u0000", "\u001f", "\r\n");
        inString(all, "unescaped quote", "he said \"no\" twice", "\"", "6\" pipe");
        text(all, "string never closed", (s, dice) -> replaceLast(s, "\"", ""));
        text(all, "odd backslash at the end", (s, dice) -> replaceLast(s, "\"", "\\\""));
    }

    private static void wrappings(Map<String, Damage> all) {
        text(all, "code fence", (s, dice) -> "```" + dice.pickOf("", "json", "JSON", "json5") + "\n" + s + "\n```");
        text(all, "prose before", (s, dice) -> dice.pickOf("Sure! Here is the patch:\n", "Answer: ", "JSON:\n") + s);
        text(all, "prose after", (s, dice) -> s + dice.pickOf("\nI hope this helps!", " // done", "\nLet me know."));
        text(all, "prose around", (s, dice) -> "I will add it now. " + s + " That is all.");
        text(all, "thoughts before", (s, dice) -> "<think>The path is /claims/-.</think>" + s);
        text(all, "comment in a line", (s, dice) -> s.replaceFirst(",", ", // the next one\n"));
        text(all, "comment in a block", (s, dice) -> s.replaceFirst(":", ": /* as agreed */ "));
        text(all, "comment with a hash", (s, dice) -> s.replaceFirst(",", ", # yaml?\n"));
        text(all, "two documents", (s, dice) -> s + dice.pickOf("", "\n", " ") + s);
        text(all, "document and another", (s, dice) -> s + "\n{\"done\":true}");
        text(all, "as a string", (s, dice) -> Trees.text(Trees.value(s)));
        text(all, "in an array", (s, dice) -> "[" + s + "]");
        text(
                all,
                "only the patch",
                (s, dice) -> s.replaceFirst("^.*\"patch\":", "").replaceFirst("}$", ""));
        text(all, "XML", (s, dice) -> "<proposal>" + s.replace("<", "&lt;") + "</proposal>");
        text(
                all,
                "YAML",
                (s, dice) -> s.replaceAll("[{}\"]", "").replace(",", "\n").replace(":", ": "));
        text(all, "nothing", (s, dice) -> dice.pickOf("", " ", "\n\n", "null", "[]", "\"\"", "0", "{", "}"));
    }

    private static void bytes(Map<String, Damage> all) {
        all.put("byte order mark", (s, dice) -> utf8("\uFEFF" + s));
        all.put(
                "UTF-16",
                (s, dice) -> s.getBytes(dice.chance(0.5) ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE));
        all.put("null byte", (s, dice) -> utf8(insert(s, "\u0000", dice)));
        invalid(all, "byte 0xFF", new byte[] {(byte) 0xFF});
        invalid(all, "overlong UTF-8", new byte[] {(byte) 0xC0, (byte) 0xAF});
        invalid(all, "surrogate in UTF-8", new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80});
        invalid(all, "half a character", new byte[] {(byte) 0xE2, (byte) 0x82});
        invalid(all, "beyond Unicode", new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80});
        invalid(all, "Latin-1", new byte[] {(byte) 0xE9});
        all.put("unknown encoding", (s, dice) -> {
            byte[] bytes = utf8(" " + s);
            bytes[0] = (byte) dice.between(1, 8);
            return bytes;
        });
    }

    private static void text(Map<String, Damage> all, String name, BiFunction<String, Dice, String> change) {
        all.put(name, (text, dice) -> utf8(change.apply(text, dice)));
    }

    /** The value of an operation, or the whole patch where no operation has one, becomes one of the literals. */
    private static void literal(Map<String, Damage> all, String name, String... literals) {
        text(all, name, (s, dice) -> value(s, dice.pickOf(literals)));
    }

    private static void inString(Map<String, Damage> all, String name, String... pieces) {
        text(all, name, (s, dice) -> {
            int quote = dice.pick(positions(s, "\":\""));
            return s.substring(0, quote + 3) + dice.pickOf(pieces) + s.substring(quote + 3);
        });
    }

    private static void invalid(Map<String, Damage> all, String name, byte[] piece) {
        all.put(name, (s, dice) -> {
            int quote = dice.pick(positions(s, "\":\"")) + 3;
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.writeBytes(utf8(s.substring(0, quote)));
            out.writeBytes(piece);
            out.writeBytes(utf8(s.substring(quote)));
            return out.toByteArray();
        });
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The first value of an operation replaced by other text. */
    private static String value(String text, String literal) {
        int start = text.indexOf("\"value\":");
        if (start < 0) {
            return text.substring(0, text.indexOf("\"patch\":") + 8) + literal + "}";
        }
        int from = start + "\"value\":".length();
        return text.substring(0, from) + literal + text.substring(end(text, from));
    }

    /** Where the JSON value that begins at an index ends. */
    private static int end(String text, int from) {
        int depth = 0;
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                i += c == '\\' ? 1 : 0;
                quoted = c != '"';
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']' || c == ',') && depth == 0) {
                return i;
            } else if (c == '}' || c == ']') {
                depth--;
            }
        }
        return text.length();
    }

    private static String insert(String text, String piece, Dice dice) {
        int at = dice.below(text.length());
        return text.substring(0, at) + piece + text.substring(at);
    }

    private static String without(String text, String mark, int length, Dice dice) {
        int at = dice.pick(positions(text, mark));
        int cut = mark.startsWith(",") ? at : at + mark.length() - length;
        return text.substring(0, cut) + text.substring(cut + length);
    }

    private static String after(String text, String mark, String piece) {
        int start = text.indexOf(mark);
        if (start < 0) {
            return text.substring(1);
        }
        int end = text.indexOf('"', start + mark.length()) + 1;
        return text.substring(0, end) + piece + text.substring(end);
    }

    private static String replaceLast(String text, String what, String with) {
        int at = text.lastIndexOf(what);
        return text.substring(0, at) + with + text.substring(at + what.length());
    }

    private static List<Integer> positions(String text, String mark) {
        List<Integer> found = new ArrayList<>();
        for (int at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
            found.add(at);
        }
        return found;
    }
}
