package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The places that are private to roles other than this one. What lies there does not exist for it: it is in no view,
 * and nothing may be copied, moved or tested where it would be carried along or told.
 */
public record HiddenPaths(List<PathPattern> patterns) {

    public HiddenPaths {
        patterns = List.copyOf(patterns);
    }

    /** Whether the place, or one that it lies inside of, is hidden. */
    public boolean hides(JsonPointer place) {
        for (PathPattern pattern : patterns) {
            if (pattern.covers(place)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the place is hidden, lies inside of one that is, or may hold one. */
    public boolean touches(JsonPointer place) {
        for (PathPattern pattern : patterns) {
            if (pattern.covers(place) || pattern.mayMatchBelow(place)) {
                return true;
            }
        }
        return false;
    }

    /** The longest pointer towards a place that names nothing hidden. */
    public JsonPointer visible(JsonPointer place) {
        JsonPointer at = place;
        while (!at.isRoot() && hides(at)) {
            at = at.parent();
        }
        return at;
    }

    /** How many items or members of a place's value are not hidden; the place itself is not. */
    public long visibleParts(JsonPointer at, Json value) {
        int all = value instanceof JsonObject object
                ? object.size()
                : value instanceof JsonArray array ? array.size() : 0;
        if (patterns.isEmpty()) {
            return all;
        }
        Set<String> hidden = new HashSet<>();
        for (PathPattern pattern : patterns) {
            pattern.childrenOf(at).ifPresent(hidden::add);
        }
        if (hidden.contains(PathPattern.ANY)) {
            return 0;
        }
        hidden.removeIf(name -> new JsonPointer(List.of(name)).resolve(value).isEmpty());
        return (long) all - hidden.size();
    }

    /**
     * The value of a place that is not hidden, without the parts that are. Items keep their indices, so that pointers
     * into the array stay true: a hidden item is {@code null} where a visible one follows it, and left out where none
     * does.
     *
     * @param most characters of its text; absent if it is certain to have more. No more work is done than that takes.
     * @param work that it is charged to
     */
    public Optional<Json> cut(JsonPointer at, Json value, long most, Work work) {
        return new Cut(this, most, work).of(at, value);
    }

    /** One value being cut. */
    private static final class Cut {

        private static final int NULL_CHARS = 4;
        private static final long UNITS_OF_A_PART = 10;
        private static final long UNITS_OF_A_PATTERN = 6;

        /** A place is held against patterns token by token; so many take as long again. */
        private static final int TOKENS_OF_A_PART = 3;

        private final HiddenPaths hidden;
        private final Work work;
        private long left;

        private Cut(HiddenPaths hidden, long most, Work work) {
            this.hidden = hidden;
            this.left = most;
            this.work = work;
        }

        private Optional<Json> of(JsonPointer at, Json value) {
            long tokens = 1L + at.tokens().size() / TOKENS_OF_A_PART;
            work.charge(
                    WorkKind.VIEWS,
                    tokens
                            * (UNITS_OF_A_PART
                                    + UNITS_OF_A_PATTERN * hidden.patterns().size()));
            if (!hidden.touches(at) || !(value instanceof JsonObject || value instanceof JsonArray)) {
                work.charge(WorkKind.VIEWS, Math.min(value.canonicalBytes(), Math.max(0, left)) / 2);
                left -= value.compactChars();
                return left < 0 ? Optional.empty() : Optional.of(value);
            }
            if (hidden.visibleParts(at, value) == 0) {
                return Optional.of(value instanceof JsonObject ? JsonObject.EMPTY : JsonArray.EMPTY);
            }
            return value instanceof JsonObject object ? of(at, object) : of(at, (JsonArray) value);
        }

        private Optional<Json> of(JsonPointer at, JsonObject object) {
            Map<String, Json> members = new LinkedHashMap<>();
            for (Map.Entry<String, Json> member : object.members().entrySet()) {
                JsonPointer place = at.child(member.getKey());
                if (!hidden.hides(place)) {
                    Optional<Json> visible = of(place, member.getValue());
                    if (visible.isEmpty()) {
                        return visible;
                    }
                    members.put(member.getKey(), visible.get());
                }
            }
            return Optional.of(JsonObject.copyOf(members));
        }

        private Optional<Json> of(JsonPointer at, JsonArray array) {
            List<Json> items = new ArrayList<>();
            int shown = 0;
            for (int i = 0; i < array.size(); i++) {
                JsonPointer place = at.child(i);
                if (hidden.hides(place)) {
                    items.add(Json.nul());
                    continue;
                }
                left -= (long) NULL_CHARS * (items.size() - shown);
                Optional<Json> visible = of(place, array.get(i));
                if (visible.isEmpty() || left < 0) {
                    return Optional.empty();
                }
                items.add(visible.get());
                shown = items.size();
            }
            return Optional.of(JsonArray.copyOf(items.subList(0, shown)));
        }
    }
}
