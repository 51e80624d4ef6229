package io.patchboard.faults.tree;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JSON Pointers (RFC 6901) over Jackson trees, written apart from the kernel's. */
public final class Pointers {

    private Pointers() {}

    /** The unescaped tokens; empty if the text is not a pointer. */
    public static Optional<List<String>> tokens(String pointer) {
        if (pointer.isEmpty()) {
            return Optional.of(List.of());
        }
        if (pointer.charAt(0) != '/'
                || !pointer.replaceAll("~[01]", "")
                        .equals(pointer.replaceAll("~[01]", "").replace("~", ""))) {
            return Optional.empty();
        }
        List<String> tokens = new ArrayList<>();
        for (String token : pointer.substring(1).split("/", -1)) {
            tokens.add(token.replace("~1", "/").replace("~0", "~"));
        }
        return Optional.of(tokens);
    }

    public static String of(List<String> tokens) {
        StringBuilder text = new StringBuilder();
        tokens.forEach(token -> text.append('/').append(escape(token)));
        return text.toString();
    }

    public static String escape(String token) {
        return token.replace("~", "~0").replace("/", "~1");
    }

    /** The value at a pointer; a missing node if there is none. */
    public static JsonNode at(JsonNode tree, List<String> tokens) {
        JsonNode node = tree;
        for (String token : tokens) {
            node = node.isArray() ? index(token).map(node::path).orElse(node.path(-1)) : node.path(token);
        }
        return node;
    }

    public static JsonNode at(JsonNode tree, String pointer) {
        return at(tree, tokens(pointer).orElseThrow());
    }

    /** An array index as RFC 6901 section 4 writes it: digits, no leading zero. */
    public static Optional<Integer> index(String token) {
        return token.matches("0|[1-9][0-9]{0,8}") ? Optional.of(Integer.parseInt(token)) : Optional.empty();
    }

    /** Every place of a tree, the root first, parents before their children. */
    public static List<List<String>> all(JsonNode tree) {
        List<List<String>> found = new ArrayList<>();
        collect(tree, List.of(), found);
        return found;
    }

    private static void collect(JsonNode node, List<String> at, List<List<String>> found) {
        found.add(at);
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> member : node.properties()) {
                collect(member.getValue(), child(at, member.getKey()), found);
            }
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                collect(node.get(i), child(at, Integer.toString(i)), found);
            }
        }
    }

    public static List<String> child(List<String> parent, String token) {
        List<String> child = new ArrayList<>(parent);
        child.add(token);
        return List.copyOf(child);
    }

    public static List<String> parent(List<String> tokens) {
        return tokens.subList(0, tokens.size() - 1);
    }

    public static String last(List<String> tokens) {
        return tokens.get(tokens.size() - 1);
    }
}
