package io.patchboard.kernel.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.SchemaFragments;
import io.patchboard.kernel.schema.SchemaMarks;
import io.patchboard.kernel.work.WorkKind;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the shown values refer to and the view does not show.
 *
 * <p>A reference is a string that is a JSON Pointer to a value of the state, or a value that the schema marks with
 * {@code x-patchboard-ref}: it stands for the object whose member, at the places of that pattern, is equal to it. Only
 * targets that the role may read count, so that a reference tells nothing that reading would not.
 */
final class Dependencies {

    private static final int MOST = 50;

    /** Values looked at, references followed, and members of one kind that they are compared with. */
    private static final int MOST_VALUES = 50_000;

    private static final int MOST_FOLLOWED = 1_000;
    private static final int MOST_TARGETS = 10_000;
    private static final int MOST_POINTER_CHARS = 500;
    private static final long UNITS_OF_A_VALUE = 10;
    private static final long UNITS_OF_A_MARKED_VALUE = 60;
    private static final long UNITS_OF_A_DIGEST = 100;

    private final ViewRequest request;
    private final WorkerRole role;
    private final Set<JsonPointer> shown;
    private final Json schema;
    private final boolean marked;
    private final Map<JsonPointer, JsonPointer> found = new LinkedHashMap<>();
    private final Map<PathPattern, Map<Object, JsonPointer>> targets = new HashMap<>();
    private int values;
    private int followed;

    /** @param shown the places that the view shows */
    Dependencies(ViewRequest request, Set<JsonPointer> shown) {
        this.request = request;
        this.role = request.role();
        this.shown = shown;
        this.schema = role.view().stateSchema();
        this.marked = role.view().marksReferences();
    }

    /** Looks for references in a shown value. */
    void scan(JsonPointer place, Json value) {
        scan(place, value, marked ? SchemaFragments.at(schema, place.tokens()) : Optional.empty());
    }

    private void scan(JsonPointer place, Json value, Optional<Json> at) {
        if (++values > MOST_VALUES || found.size() >= MOST) {
            return;
        }
        request.work().charge(WorkKind.VIEWS, marked ? UNITS_OF_A_MARKED_VALUE : UNITS_OF_A_VALUE);
        if (value instanceof JsonObject object) {
            object.members().forEach((name, member) -> scan(place.child(name), member, step(at, name)));
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size() && values <= MOST_VALUES; i++) {
                scan(place.child(i), array.get(i), step(at, Integer.toString(i)));
            }
        } else if (value instanceof JsonString || value instanceof JsonNumber) {
            follow(place, value, at);
        }
    }

    private Optional<Json> step(Optional<Json> at, String token) {
        return at.flatMap(here -> SchemaFragments.child(schema, here, token));
    }

    private void follow(JsonPointer from, Json value, Optional<Json> at) {
        Optional<PathPattern> mark = at.flatMap(here -> SchemaMarks.reference(schema, here));
        Optional<JsonPointer> target = Optional.empty();
        if (mark.isPresent() && ++followed <= MOST_FOLLOWED) {
            target = Optional.ofNullable(
                    targets.computeIfAbsent(mark.get(), this::targets).get(key(value)));
        } else if (mark.isEmpty()
                && value instanceof JsonString text
                && text.value().startsWith("/")
                && text.value().length() <= MOST_POINTER_CHARS
                && ++followed <= MOST_FOLLOWED) {
            target = pointer(text.value());
        }
        target.filter(place -> !place.isWithin(shown)).ifPresent(place -> found.putIfAbsent(place, from));
    }

    private Optional<JsonPointer> pointer(String text) {
        try {
            return Optional.of(JsonPointer.parse(text))
                    .filter(place -> request.mayRead(place)
                            && place.resolve(request.state()).isPresent());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * What a map finds a value by, however many others have the same hash code: texts have an order, and digests cannot
     * be made to collide.
     */
    private Object key(Json value) {
        if (value instanceof JsonString text) {
            return text.value();
        }
        request.work().charge(WorkKind.VIEWS, UNITS_OF_A_DIGEST);
        return value.digest();
    }

    /** By the value of the member that is compared, the object that has it. */
    private Map<Object, JsonPointer> targets(PathPattern pattern) {
        Map<Object, JsonPointer> byValue = new HashMap<>();
        int[] left = {MOST_TARGETS};
        pattern.visitOutermost(JsonPointer.ROOT, request.state(), request::pass, (place, value) -> {
            request.work().charge(WorkKind.VIEWS, UNITS_OF_A_MARKED_VALUE);
            if (request.mayRead(place) && request.mayRead(place.parent())) {
                byValue.putIfAbsent(key(value), place.parent());
            }
            return --left[0] > 0;
        });
        return byValue;
    }

    /**
     * Writes as many as the allowance has room for.
     *
     * @return how many were left out
     */
    long write(ViewAllowance allowance, JsonObject.Builder view) {
        if (found.isEmpty() || !allowance.take("dependencies", JsonArray.EMPTY)) {
            return found.size();
        }
        Handles handles = new Handles(request);
        JsonArray written = JsonArray.EMPTY;
        for (Map.Entry<JsonPointer, JsonPointer> reference : found.entrySet()) {
            JsonPointer place = reference.getKey();
            Json value = place.resolve(request.state()).orElseThrow();
            JsonObject line = handles.of(place, value)
                    .with("from", Json.of(reference.getValue().toString()));
            if (allowance.take(line)) {
                written = written.append(line);
            }
        }
        if (!written.isEmpty()) {
            view.put("dependencies", written);
        }
        return (long) found.size() - written.size();
    }
}
