package io.patchboard.kernel.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.Rejection;
import io.patchboard.record.Trigger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Builds one view, the most useful parts first: the item that the rule matched, why earlier answers were rejected, the
 * schema of what may be written, then the readable values in the order of the read contract. A part that no longer fits
 * is left out whole, and counted, up to a thousand.
 */
public final class ViewBuilder {

    /** Room for the braces and for the count of what was left out. */
    private static final int RESERVED_CHARS = 40;

    /**
     * Of what does not fit, as much as is looked at and counted: a view costs as much as it may show, however large the
     * state is, because one commit may invite many workers.
     */
    private static final int MOST_OMITTED = 1_000;

    private final WorkerRole role;
    private final JsonObject.Builder view = JsonObject.builder();
    private int room;
    private int visits;
    private long omitted;

    private ViewBuilder(WorkerRole role) {
        this.role = role;
        this.room = role.maxViewChars() - RESERVED_CHARS;
        this.visits = role.maxViewChars() + MOST_OMITTED;
    }

    /**
     * The view for one invocation.
     *
     * @param rejections the worker's latest, newest first
     */
    public static JsonObject build(Json state, WorkerRole role, Trigger trigger, List<Rejection> rejections) {
        ViewBuilder builder = new ViewBuilder(role);
        Optional<JsonPointer> shown = builder.addItem(state, trigger);
        builder.addRejections(rejections);
        builder.addSection("schema", role.writableSchema());
        builder.addState(state, shown);
        if (builder.omitted > 0) {
            builder.view.put("omitted", builder.omitted);
        }
        return builder.view.build();
    }

    /** Returns the pointer whose value is shown; a path whose value may not be read is still named. */
    private Optional<JsonPointer> addItem(Json state, Trigger trigger) {
        if (trigger.path().isEmpty()) {
            return Optional.empty();
        }
        String path = trigger.path().get();
        JsonPointer pointer = JsonPointer.parse(path);
        Optional<Json> value = role.mayRead(pointer) ? pointer.resolve(state) : Optional.empty();
        JsonObject item = JsonObject.of("path", Json.of(path));
        if (value.isPresent() && addSection("item", item.with("value", value.get()))) {
            return Optional.of(pointer);
        }
        addSection("item", item);
        return Optional.empty();
    }

    private void addRejections(List<Rejection> rejections) {
        List<Json> lines = new ArrayList<>();
        for (Rejection rejection : rejections) {
            JsonObject line = JsonObject.builder()
                    .put("stage", rejection.stage().name())
                    .put("code", rejection.code())
                    .put("pointer", rejection.pointer())
                    .put("message", Discretion.message(rejection, role))
                    .build();
            if (!lines.contains(line)) {
                lines.add(line);
            }
        }
        if (!lines.isEmpty()) {
            addSection("rejections", JsonArray.copyOf(lines));
        }
    }

    private boolean addSection(String name, Json value) {
        boolean fits = take(name, value);
        if (fits) {
            view.put(name, value);
        } else {
            omitted++;
        }
        return fits;
    }

    private void addState(Json state, Optional<JsonPointer> shown) {
        Map<String, Json> values = new LinkedHashMap<>();
        Set<JsonPointer> places = new HashSet<>();
        shown.ifPresent(places::add);
        room -= "\"state\":{},".length();
        for (PathPattern pattern : role.reads()) {
            pattern.visitOutermost(state, (place, value) -> {
                if (!isInside(place, places)) {
                    places.add(place);
                    addValue(place, value, values);
                }
                return --visits > 0 && omitted < MOST_OMITTED;
            });
        }
        view.put("state", JsonObject.copyOf(values));
    }

    private static boolean isInside(JsonPointer place, Set<JsonPointer> places) {
        boolean inside = places.contains(place);
        for (JsonPointer at = place; !inside && !at.isRoot(); ) {
            at = at.parent();
            inside = places.contains(at);
        }
        return inside;
    }

    private void addValue(JsonPointer place, Json value, Map<String, Json> values) {
        if (take(place.toString(), value)) {
            values.put(place.toString(), value);
        } else {
            omitted++;
        }
    }

    /** Whether a member still fits; if so its room is taken. */
    private boolean take(String name, Json value) {
        int chars = TextLength.of(Json.of(name), room) + TextLength.of(value, room) + 2;
        if (chars > room) {
            return false;
        }
        room -= chars;
        return true;
    }
}
