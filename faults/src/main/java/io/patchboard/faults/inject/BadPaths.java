package io.patchboard.faults.inject;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.inject.BadPathOrType.Named;
import io.patchboard.faults.tree.Pointers;
import io.patchboard.faults.tree.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Patches whose operations or pointers are wrong. */
final class BadPaths {

    private BadPaths() {}

    /** One of the patch's operations spoilt; empty if the way that was drawn does not fit it. */
    static Optional<Named> of(ArrayNode patch, JsonNode state, Dice dice) {
        int index = dice.below(patch.size());
        ObjectNode operation = patch.get(index).deepCopy();
        Map<String, JsonNode> ways = new LinkedHashMap<>();
        pointers(ways, operation, dice);
        indices(ways, operation, state, dice);
        operations(ways, operation, dice);
        if (dice.chance(0.1)) {
            return Optional.of(notAPatch(patch, operation, dice));
        }
        String way = dice.pick(List.copyOf(ways.keySet()));
        return Optional.of(new Named(way, Named.with(patch, index, ways.get(way))));
    }

    private static void pointers(Map<String, JsonNode> ways, ObjectNode operation, Dice dice) {
        path(ways, "tilde and 2", operation, path -> within(path, dice.pickOf("~2", "~", "~a", "~~"), dice));
        path(ways, "no slash in front", operation, path -> path.substring(1));
        path(ways, "URI fragment", operation, path -> "#" + path);
        path(ways, "JSONPath", operation, path -> "$" + path.replace('/', '.'));
        path(
                ways,
                "dots for slashes",
                operation,
                path -> "/" + path.substring(1).replace('/', '.'));
        path(ways, "backslashes", operation, path -> path.replace('/', '\\'));
        path(ways, "brackets", operation, path -> path.replaceFirst("/([^/]*)$", "[$1]"));
        path(ways, "slash at the end", operation, path -> path + "/");
        path(ways, "double slash", operation, path -> "/" + path);
        path(ways, "percent-encoded", operation, path -> path.replace("/", "%2F"));
        path(ways, "blank in it", operation, path -> path.replaceFirst("(?<=/.)", " "));
        path(ways, "upper case", operation, path -> path.toUpperCase(java.util.Locale.ROOT));
        path(ways, "look-alike in a name", operation, path -> lookAlike(path, dice));
        path(ways, "parent is missing", operation, path -> path + dice.pickOf("/deeper/still", "/0/0", "/x/-"));
        path(ways, "unknown member", operation, path -> "/" + dice.pickOf("notes", "admin", "__proto__", "") + "/x");
        path(ways, "unknown member of the state", operation, path -> "/" + dice.pickOf("memory", "todo", "_id", ""));
        path(ways, "wildcard", operation, path -> path.replaceFirst("/([^/]*)$", "/*"));
    }

    private static void indices(Map<String, JsonNode> ways, ObjectNode operation, JsonNode state, Dice dice) {
        List<String> tokens = Pointers.tokens(operation.get("path").textValue()).orElseThrow();
        for (int i = 0; i < tokens.size(); i++) {
            JsonNode parent = Pointers.at(state, tokens.subList(0, i));
            if (!parent.isArray()) {
                continue;
            }
            List<String> rest = tokens.subList(i + 1, tokens.size());
            List<String> before = tokens.subList(0, i);
            int size = parent.size();
            String[] bad = {
                "01",
                "00",
                "-1",
                "1e0",
                "+1",
                "0x0",
                "1.0",
                " 0",
                "0 ",
                "１",
                "٣",
                "",
                "--",
                "first",
                "last",
                "NaN",
                "99999999999999999999",
                "4294967296",
                Integer.toString(size + 1),
                Integer.toString(size + 40),
                "-0"
            };
            String token = dice.pickOf(bad);
            put(
                    ways,
                    "array index " + (token.matches("[1-9][0-9]*") ? "beyond the end" : label(token)),
                    operation,
                    join(before, token, rest));
            ObjectNode end = operation.deepCopy().put("op", dice.pickOf("replace", "remove", "test"));
            put(ways, "end of array in " + end.get("op").textValue(), end, join(before, "-", rest));
            put(ways, "end of array on the way", operation, join(before, "-", List.of("x")));
        }
    }

    private static String label(String token) {
        return "\"" + token + "\"";
    }

    private static void operations(Map<String, JsonNode> ways, ObjectNode operation, Dice dice) {
        ways.put(
                "unknown operation",
                operation
                        .deepCopy()
                        .put(
                                "op",
                                dice.pickOf(
                                        "Add",
                                        "set",
                                        "append",
                                        "ADD",
                                        "merge",
                                        "add ",
                                        "upsert",
                                        "delete",
                                        "",
                                        "$set",
                                        "increment")));
        ways.put(
                "operation is no text",
                operation
                        .deepCopy()
                        .set("op", dice.pickOf(Trees.value(1), Trees.array(), Trees.parse("null"), Trees.object())));
        ways.put("operation is missing", operation.deepCopy().without("op"));
        ways.put("path is missing", operation.deepCopy().without("path"));
        ways.put(
                "path is no text",
                operation
                        .deepCopy()
                        .set(
                                "path",
                                dice.pickOf(Trees.value(0), Trees.array(Trees.value("claims")), Trees.parse("null"))));
        ways.put(
                "value is missing",
                operation
                        .deepCopy()
                        .put("op", dice.pickOf("add", "replace", "test"))
                        .without("value"));
        ways.put(
                "from is missing",
                operation.deepCopy().put("op", dice.pickOf("move", "copy")).without("value"));
        ways.put(
                "from leads nowhere",
                operation.deepCopy().put("op", dice.pickOf("move", "copy")).put("from", "/nowhere/" + dice.below(9)));
        ways.put(
                "from is no pointer",
                operation
                        .deepCopy()
                        .put("op", dice.pickOf("move", "copy"))
                        .put("from", dice.pickOf("claims", "~2", "#/a")));
        ways.put(
                "move into itself",
                Trees.op("move", operation.get("path").textValue() + "/x")
                        .put("from", operation.get("path").textValue()));
        ways.put(
                "remove what is not there",
                Trees.op("remove", operation.get("path").textValue() + "x"));
        ways.put(
                "whole state of a wrong type",
                Trees.op(
                        "replace",
                        "",
                        dice.pickOf(
                                Trees.value("done"),
                                Trees.array(),
                                Trees.object(),
                                Trees.parse("null"),
                                Trees.value(dice.below(100)))));
        ways.put("whole state removed", Trees.op("remove", ""));
    }

    private static Named notAPatch(ArrayNode patch, ObjectNode operation, Dice dice) {
        return switch (dice.below(6)) {
            case 0 -> new Named("patch is one operation", operation);
            case 1 -> new Named("patch is text", Trees.value(Trees.text(patch)));
            case 2 -> new Named("patch is a merge patch", Trees.object().set("claims", operation.path("value")));
            case 3 -> new Named("patch of patches", Trees.array(patch));
            case 4 ->
                new Named(
                        "operation is text",
                        Named.with(patch, dice.below(patch.size()), Trees.value(Trees.text(operation))));
            default -> new Named("operation is null", Named.with(patch, dice.below(patch.size()), Trees.parse("null")));
        };
    }

    private static void path(
            Map<String, JsonNode> ways, String name, ObjectNode operation, UnaryOperator<String> change) {
        put(ways, name, operation, change.apply(operation.get("path").textValue()));
    }

    private static void put(Map<String, JsonNode> ways, String name, ObjectNode operation, String path) {
        ways.put(name, operation.deepCopy().put("path", path));
    }

    private static String join(List<String> before, String token, List<String> rest) {
        List<String> tokens = new ArrayList<>(before);
        tokens.add(token);
        tokens.addAll(rest);
        return Pointers.of(tokens);
    }

    private static String within(String path, String piece, Dice dice) {
        int at = dice.between(1, path.length());
        return path.substring(0, at) + piece + path.substring(at);
    }

    /** Letters of other scripts that look the same, and characters that do not show. */
    static String lookAlike(String text, Dice dice) {
        String changed = dice.pickOf(
                text.replaceFirst("a", "\u0430"),
                text.replaceFirst("e", "\u0435"),
                text.replaceFirst("o", "\u043e"),
                text.replaceFirst("s", "\u0455"),
                text.replaceFirst("i", "\u0456"),
                text.replaceFirst("l", "\uff4c"),
                text.replaceFirst("(?<=[a-z])", "\u200b"),
                text.replaceFirst("(?<=[a-z])", "\u00ad"),
                text.replaceFirst("(?<=[a-z])", "\u0301"),
                text + "\u2060");
        return changed.equals(text) ? text + "\u200d" : changed;
    }
}
