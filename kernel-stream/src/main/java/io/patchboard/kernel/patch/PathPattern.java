package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * A set of places in a document: a JSON Pointer with wildcards.
 *
 * <p>A segment {@code *} stands for any one key or index, {@code -} included. A trailing {@code /**} stands for
 * everything below, at any depth of one or more. A segment {@code -} is the end of an array: it matches the token
 * {@code -} and no index, so that {@code /claims/-} permits appending and nothing else. All other segments are literal,
 * with {@code ~0} and {@code ~1} as in RFC 6901. A member whose name is {@code *} or, as the last one, {@code **}
 * cannot be named alone. Two patterns are equal if their sources are.
 */
public final class PathPattern {

    /** The segment that stands for any one key or index. */
    public static final String ANY = "*";

    private static final String DEEP = "**";

    private final String source;
    private final List<String> segments;
    private final boolean deep;

    private PathPattern(String source, List<String> segments, boolean deep) {
        this.source = source;
        this.segments = List.copyOf(segments);
        this.deep = deep;
    }

    /** @throws IllegalArgumentException if it is no JSON Pointer, or if {@code **} stands anywhere but at the end */
    public static PathPattern parse(String source) {
        JsonPointer pointer = JsonPointer.parse(source);
        List<String> tokens = pointer.tokens();
        boolean deep = !tokens.isEmpty() && pointer.last().equals(DEEP);
        List<String> segments = deep ? tokens.subList(0, tokens.size() - 1) : tokens;
        if (segments.contains(DEEP)) {
            throw new IllegalArgumentException("Expected \"**\" only as the last segment of a path pattern, but got \""
                    + source + "\". Use \"*\" for one segment.");
        }
        return new PathPattern(source, segments, deep);
    }

    /** The segments before a trailing {@code **}, unescaped. */
    public List<String> segments() {
        return segments;
    }

    /** Whether the pattern ends in {@code **}. */
    public boolean isDeep() {
        return deep;
    }

    /** Whether it names one place and no others. */
    public boolean isLiteral() {
        return !deep && !segments.contains(ANY);
    }

    /** Whether the place is one of this set. */
    public boolean matches(JsonPointer pointer) {
        int size = pointer.tokens().size();
        boolean lengthFits = deep ? size > segments.size() : size == segments.size();
        return lengthFits && agrees(pointer, segments.size());
    }

    /** Whether the place, or one that it lies inside of, is one of this set. */
    public boolean covers(JsonPointer pointer) {
        int size = pointer.tokens().size();
        boolean lengthFits = deep ? size > segments.size() : size >= segments.size();
        return lengthFits && agrees(pointer, segments.size());
    }

    /**
     * Which children of a place are of this set: one key or index, or {@code *} for all; absent for none. The place
     * itself is not to be {@linkplain #covers covered}.
     */
    public Optional<String> childrenOf(JsonPointer place) {
        int size = place.tokens().size();
        boolean reaches = segments.size() == (deep ? size : size + 1);
        if (!reaches || !agrees(place, size)) {
            return Optional.empty();
        }
        return Optional.of(deep ? ANY : segments.get(size));
    }

    /** Whether the place itself, or one inside of it in some document, is one of this set. */
    public boolean mayMatchBelow(JsonPointer pointer) {
        int size = pointer.tokens().size();
        return (deep || size <= segments.size()) && agrees(pointer, Math.min(size, segments.size()));
    }

    /** Whether a place and all inside of it are of this set just where those of another place are. */
    boolean matchesAlike(JsonPointer one, JsonPointer other) {
        int size = one.tokens().size();
        int otherSize = other.tokens().size();
        boolean level = size == otherSize || deep && size > segments.size() && otherSize > segments.size();
        return level && mayMatchBelow(one) && mayMatchBelow(other);
    }

    /** Whether some place is one of this set and of the other's. */
    public boolean overlaps(PathPattern other) {
        int common = Math.min(segments.size(), other.segments.size());
        for (int i = 0; i < common; i++) {
            String mine = segments.get(i);
            String theirs = other.segments.get(i);
            if (!mine.equals(ANY) && !theirs.equals(ANY) && !mine.equals(theirs)) {
                return false;
            }
        }
        boolean reaches = deep && other.segments.size() > segments.size();
        boolean isReached = other.deep && segments.size() > other.segments.size();
        boolean level = segments.size() == other.segments.size() && deep == other.deep;
        return level || reaches || isReached || deep && other.deep;
    }

    /** Whether a place of the one set may be, hold or lie inside of one of the other. */
    public boolean meets(PathPattern other) {
        int common = Math.min(segments.size(), other.segments.size());
        for (int i = 0; i < common; i++) {
            if (!agrees(segments.get(i), other.segments.get(i)) && !agrees(other.segments.get(i), segments.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether every place of the other set is one of this set. */
    public boolean includes(PathPattern other) {
        boolean lengthFits =
                deep ? other.depth() > segments.size() : !other.deep && other.segments.size() == segments.size();
        return lengthFits && agreesWithAll(other);
    }

    /** Whether every place of the other set is one of this set, or lies inside of one. */
    public boolean coversAll(PathPattern other) {
        boolean lengthFits = deep ? other.depth() > segments.size() : other.depth() >= segments.size();
        return lengthFits && agreesWithAll(other);
    }

    /** Whether the beginnings of all places of the other set, which are long enough, fit these segments. */
    private boolean agreesWithAll(PathPattern other) {
        for (int i = 0; i < segments.size(); i++) {
            String theirs = i < other.segments.size() ? other.segments.get(i) : ANY;
            if (!segments.get(i).equals(ANY) && !segments.get(i).equals(theirs)) {
                return false;
            }
        }
        return true;
    }

    private boolean agrees(JsonPointer pointer, int count) {
        for (int i = 0; i < count; i++) {
            if (!agrees(segments.get(i), pointer.tokens().get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean agrees(String segment, String token) {
        return segment.equals(ANY) || segment.equals(token);
    }

    /** The places of this set at which the document has a value, parents first, in document order. */
    public List<JsonPointer> expand(Json document) {
        return expand(document, place -> {});
    }

    /** As {@link #expand(Json)}. Each place that is visited on the way is told first, for who counts or ends that. */
    public List<JsonPointer> expand(Json document, Consumer<JsonPointer> visited) {
        return expandUnder(JsonPointer.ROOT, document, visited);
    }

    /**
     * Visits the places of this set at which the document has a value, in document order, but none inside of one that
     * was visited, until the visitor returns false.
     */
    public void visitOutermost(Json document, BiPredicate<JsonPointer, Json> visitor) {
        visit(document, JsonPointer.ROOT, place -> {}, visitor);
    }

    /**
     * As {@link #visitOutermost(Json, BiPredicate)}, but only what is at a place or inside of it.
     *
     * @param passed is told each place on the way to what is visited, or could be
     */
    public void visitOutermost(
            JsonPointer place, Json value, Consumer<JsonPointer> passed, BiPredicate<JsonPointer, Json> visitor) {
        if (mayMatchBelow(place) && place.tokens().size() <= depth()) {
            visit(value, place, passed, visitor);
        }
    }

    /** How many tokens the outermost places of this set have. */
    public int depth() {
        return segments.size() + (deep ? 1 : 0);
    }

    /** Returns false if the visitor has had enough. */
    private boolean visit(
            Json node, JsonPointer at, Consumer<JsonPointer> passed, BiPredicate<JsonPointer, Json> visitor) {
        int depth = at.tokens().size();
        if (depth == depth()) {
            return visitor.test(at, node);
        }
        passed.accept(at);
        String segment = depth < segments.size() ? segments.get(depth) : ANY;
        if (!segment.equals(ANY)) {
            Optional<Json> child = new JsonPointer(List.of(segment)).resolve(node);
            return child.isEmpty() || visit(child.get(), at.child(segment), passed, visitor);
        }
        if (node instanceof JsonObject object) {
            for (Map.Entry<String, Json> member : object.members().entrySet()) {
                if (!visit(member.getValue(), at.child(member.getKey()), passed, visitor)) {
                    return false;
                }
            }
        } else if (node instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                if (!visit(array.get(i), at.child(i), passed, visitor)) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * The places of this set that are a given place or lie inside of it, parents first, in document order.
     *
     * @param value what the document has at that place
     * @param visited is told each place that is visited on the way, before it is
     */
    public List<JsonPointer> expandUnder(JsonPointer at, Json value, Consumer<JsonPointer> visited) {
        if (!mayMatchBelow(at)) {
            return List.of();
        }
        List<JsonPointer> found = new ArrayList<>();
        expand(value, at, visited, found);
        return List.copyOf(found);
    }

    private void expand(Json node, JsonPointer at, Consumer<JsonPointer> visited, List<JsonPointer> found) {
        visited.accept(at);
        int depth = at.tokens().size();
        if (deep ? depth > segments.size() : depth == segments.size()) {
            found.add(at);
        }
        if (depth < segments.size()) {
            expandSegment(segments.get(depth), node, at, visited, found);
        } else if (deep) {
            expandAll(node, at, visited, found);
        }
    }

    private void expandSegment(
            String segment, Json node, JsonPointer at, Consumer<JsonPointer> visited, List<JsonPointer> found) {
        if (segment.equals(ANY)) {
            expandAll(node, at, visited, found);
        } else {
            JsonPointer child = new JsonPointer(List.of(segment));
            child.resolve(node).ifPresent(value -> expand(value, at.child(segment), visited, found));
        }
    }

    private void expandAll(Json node, JsonPointer at, Consumer<JsonPointer> visited, List<JsonPointer> found) {
        if (node instanceof JsonObject object) {
            object.members().forEach((name, value) -> expand(value, at.child(name), visited, found));
        } else if (node instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                expand(array.get(i), at.child(i), visited, found);
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PathPattern that && source.equals(that.source);
    }

    @Override
    public int hashCode() {
        return source.hashCode();
    }

    /** The source. */
    @Override
    public String toString() {
        return source;
    }
}
