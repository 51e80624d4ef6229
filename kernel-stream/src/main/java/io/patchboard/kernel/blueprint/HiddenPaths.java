package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The places that are private to roles other than this one. What lies there does not exist for it: it is in no view, and
 * nothing may be copied, moved or tested where it would be carried along or told.
 */
public record HiddenPaths(List<PathPattern> patterns) {

    public static final HiddenPaths NONE = new HiddenPaths(List.of());

    public HiddenPaths {
        patterns = List.copyOf(patterns);
    }

    /** Whether the place, or one that it lies inside of, is hidden. */
    public boolean hides(JsonPointer place) {
        return patterns.stream().anyMatch(pattern -> pattern.covers(place));
    }

    /** Whether the place is hidden, lies inside of one that is, or may hold one. */
    public boolean touches(JsonPointer place) {
        return patterns.stream().anyMatch(pattern -> pattern.covers(place) || pattern.mayMatchBelow(place));
    }

    /** The longest pointer towards a place that names nothing hidden. */
    public JsonPointer visible(JsonPointer place) {
        JsonPointer at = place;
        while (!at.isRoot() && hides(at)) {
            at = at.parent();
        }
        return at;
    }

    /**
     * The value of a place that is not hidden, without the parts that are. Items keep their indices, so that pointers into
     * the array stay true: a hidden item is {@code null} where a visible one follows it, and left out where none does.
     */
    public Json cut(JsonPointer at, Json value) {
        if (!touches(at)) {
            return value;
        }
        if (value instanceof JsonObject object) {
            Map<String, Json> members = new LinkedHashMap<>();
            object.members().forEach((name, member) -> {
                JsonPointer place = at.child(name);
                if (!hides(place)) {
                    members.put(name, cut(place, member));
                }
            });
            return JsonObject.copyOf(members);
        }
        return value instanceof JsonArray array ? cut(at, array) : value;
    }

    private JsonArray cut(JsonPointer at, JsonArray array) {
        List<Json> items = new ArrayList<>();
        int visible = 0;
        for (int i = 0; i < array.size(); i++) {
            JsonPointer place = at.child(i);
            boolean hidden = hides(place);
            items.add(hidden ? Json.nul() : cut(place, array.get(i)));
            visible = hidden ? visible : i + 1;
        }
        return JsonArray.copyOf(items.subList(0, visible));
    }
}
