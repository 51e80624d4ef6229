package io.patchboard.json;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A JSON Pointer (RFC 6901): the unescaped reference tokens from the root of a document to one of its values.
 *
 * <p>Pointers have an order so that a hash map finds one quickly among others of the same hash, which are easily made.
 *
 * @param tokens unescaped, in order; empty for the whole document
 */
public record JsonPointer(List<String> tokens) implements Comparable<JsonPointer> {

    private static final String OTHER_PATH = "[^/]*[.\\[][^/]*";
    private static final int MOST_HINTED = 100;

    public static final JsonPointer ROOT = new JsonPointer(List.of());

    /** The token that names the place after an array's last item (RFC 6901 section 4). */
    public static final String END = "-";

    public JsonPointer {
        tokens = List.copyOf(tokens);
    }

    /**
     * Reads the string representation (RFC 6901 sections 3 and 5).
     *
     * @throws IllegalArgumentException if it is not empty and does not begin with {@code /}, or if a {@code ~} is not
     *     followed by {@code 0} or {@code 1}
     */
    public static JsonPointer parse(String text) {
        if (text.isEmpty()) {
            return ROOT;
        }
        if (text.charAt(0) != '/') {
            throw new IllegalArgumentException("Expected a JSON Pointer that is empty or begins with \"/\", but got \""
                    + text + "\"." + (text.length() <= MOST_HINTED ? " Did you mean \"" + meant(text) + "\"?" : ""));
        }
        int slashes = 0;
        for (int at = 0; at >= 0; at = text.indexOf('/', at + 1)) {
            slashes++;
        }
        String[] tokens = new String[slashes];
        int from = 1;
        for (int i = 0; i < slashes; i++) {
            int end = i == slashes - 1 ? text.length() : text.indexOf('/', from);
            tokens[i] = unescape(KnownStrings.part(text, from, end), text);
            from = end + 1;
        }
        return new JsonPointer(List.of(tokens));
    }

    /** People write paths as JSONPath, in an expression or a link, too: {@code $.notes[*]}, {@code #/notes}. */
    private static String meant(String text) {
        if (text.startsWith("#/")) {
            return text.substring(1);
        }
        return text.matches(OTHER_PATH)
                ? "/"
                        + text.replaceFirst("^(\\$|state(?=[.\\[]))\\.?", "")
                                .replace("]", "")
                                .replaceAll("[.\\[]+", "/")
                                .replaceAll("^/|['\"]", "")
                : "/" + text;
    }

    public static String escape(String token) {
        boolean plain = token.indexOf('~') < 0 && token.indexOf('/') < 0;
        return plain ? token : token.replace("~", "~0").replace("/", "~1");
    }

    private static String unescape(String token, String whole) {
        for (int i = token.indexOf('~'); i >= 0; i = token.indexOf('~', i + 1)) {
            char next = i + 1 < token.length() ? token.charAt(i + 1) : ' ';
            if (next != '0' && next != '1') {
                throw new IllegalArgumentException(
                        "Expected every \"~\" of a JSON Pointer to be followed by 0 or 1, but got \"" + whole + "\".");
            }
        }
        return token.indexOf('~') < 0 ? token : token.replace("~1", "/").replace("~0", "~");
    }

    /** The index that a token denotes: {@code 0}, or digits without a leading zero; empty for all else. */
    public static OptionalInt arrayIndex(String token) {
        int index = index(token);
        return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /** As {@link #arrayIndex}; negative in place of empty. */
    private static int index(String token) {
        if (token.isEmpty() || token.length() > 9 || (token.length() > 1 && token.charAt(0) == '0')) {
            return -1;
        }
        int index = 0;
        for (int i = 0; i < token.length(); i++) {
            char digit = token.charAt(i);
            if (digit < '0' || digit > '9') {
                return -1;
            }
            index = index * 10 + digit - '0';
        }
        return index;
    }

    public boolean isRoot() {
        return tokens.isEmpty();
    }

    public String last() {
        return tokens.get(tokens.size() - 1);
    }

    // Pointers are made for each place that is looked at: short ones, which most are, without lists in between.

    public JsonPointer parent() {
        return first(tokens.size() - 1);
    }

    /** Where so many of its tokens, the first ones, lead to. */
    public JsonPointer first(int count) {
        if (count == tokens.size()) {
            return this;
        }
        return switch (count) {
            case 0 -> ROOT;
            case 1 -> new JsonPointer(List.of(tokens.get(0)));
            case 2 -> new JsonPointer(List.of(tokens.get(0), tokens.get(1)));
            default -> new JsonPointer(tokens.subList(0, count));
        };
    }

    public JsonPointer child(String token) {
        return switch (tokens.size()) {
            case 0 -> new JsonPointer(List.of(token));
            case 1 -> new JsonPointer(List.of(tokens.get(0), token));
            default -> {
                String[] longer = tokens.toArray(new String[tokens.size() + 1]);
                longer[tokens.size()] = token;
                yield new JsonPointer(List.of(longer));
            }
        };
    }

    public JsonPointer child(int index) {
        return child(Integer.toString(index));
    }

    /** Whether this pointer is {@code other} or leads to a value inside of which {@code other} lies. */
    public boolean isPrefixOf(JsonPointer other) {
        if (tokens.size() > other.tokens.size()) {
            return false;
        }
        for (int i = 0; i < tokens.size(); i++) {
            if (!tokens.get(i).equals(other.tokens.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether this pointer, or a value that it lies inside of, is one of some places. */
    public boolean isWithin(Set<JsonPointer> places) {
        if (places.isEmpty()) {
            return false;
        }
        for (JsonPointer at = this; !at.isRoot(); at = at.parent()) {
            if (places.contains(at)) {
                return true;
            }
        }
        return places.contains(ROOT);
    }

    /** The value that this pointer refers to, or empty where there is none (RFC 6901 section 7). */
    public Optional<Json> resolve(Json document) {
        Json value = document;
        for (int i = 0; i < tokens.size() && value != null; i++) {
            value = child(value, tokens.get(i));
        }
        return Optional.ofNullable(value);
    }

    /** Null where there is none: one is looked up for each token of all places. */
    private static Json child(Json parent, String token) {
        if (parent instanceof JsonObject object) {
            return object.members().get(token);
        }
        if (parent instanceof JsonArray array) {
            int index = index(token);
            return index >= 0 && index < array.size() ? array.get(index) : null;
        }
        return null;
    }

    /** By the first token that differs, as a string; a pointer comes before those inside of its value. */
    @Override
    public int compareTo(JsonPointer other) {
        int common = Math.min(tokens.size(), other.tokens.size());
        for (int i = 0; i < common; i++) {
            // Places beside each other share the tokens before, which may be long: equal ones are not compared again.
            if (!tokens.get(i).equals(other.tokens.get(i))) {
                return tokens.get(i).compareTo(other.tokens.get(i));
            }
        }
        return Integer.compare(tokens.size(), other.tokens.size());
    }

    /** The string representation, which {@link #parse} reads back. */
    @Override
    public String toString() {
        int length = tokens.size();
        for (int i = 0; i < tokens.size(); i++) {
            length += tokens.get(i).length();
        }
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < tokens.size(); i++) {
            text.append('/').append(escape(tokens.get(i)));
        }
        return text.toString();
    }
}
