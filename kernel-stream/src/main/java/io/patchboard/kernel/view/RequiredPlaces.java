package io.patchboard.kernel.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.BoundPattern;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.SchemaFragments;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the schema requires around the places that a role may write (section 3.5 of the paper).
 *
 * <p>A write path is followed as far as it names one place: literal segments, and a {@code *} wherever the triggering
 * item says which index or key is meant. Where it names a place to the end, that value comes first. Then, from there
 * upwards, the members that the schema requires of each object on the way.
 */
final class RequiredPlaces {

    /** A write path is bound to the item. */
    private static final long UNITS_OF_A_GRANT = 20;

    /** The schema is followed to an object, token by token. */
    private static final long UNITS_OF_A_TOKEN = 10;

    /** A name is made a place, and remembered. */
    private static final long UNITS_OF_A_NAME = 10;

    /** A place is held against what may be read. */
    private static final long UNITS_OF_A_PATTERN = 3;

    private static final int TOKENS_OF_A_PLACE = 4;

    private final Json schema;
    private final Work work;
    private final Set<JsonPointer> places = new LinkedHashSet<>();

    /** Many grants are of members of one object; what it requires is added once, at the first of them. */
    private final Set<JsonPointer> objects = new HashSet<>();

    private RequiredPlaces(Json schema, Work work) {
        this.schema = schema;
        this.work = work;
    }

    static Set<JsonPointer> of(WorkerRole role, Optional<JsonPointer> item, Work work) {
        RequiredPlaces required = new RequiredPlaces(role.view().stateSchema(), work);
        role.writes().forEach(grant -> required.add(grant.path(), item));
        Set<JsonPointer> places = required.places;
        long tokens = 0;
        for (JsonPointer place : places) {
            tokens += 1 + place.tokens().size() / TOKENS_OF_A_PLACE;
        }
        work.charge(WorkKind.VIEWS, UNITS_OF_A_PATTERN * tokens * role.reads().size());
        places.removeIf(place -> !role.mayRead(place));
        return places;
    }

    private void add(PathPattern path, Optional<JsonPointer> item) {
        work.charge(WorkKind.VIEWS, UNITS_OF_A_GRANT);
        BoundPattern bound = BoundPattern.of(path, item);
        JsonPointer at = bound.place();
        if (bound.whole() && !at.isRoot()) {
            places.add(at);
            at = at.parent();
        }
        while (objects.add(at)) {
            addRequired(at);
            at = at.isRoot() ? at : at.parent();
        }
    }

    private void addRequired(JsonPointer object) {
        int depth = object.tokens().size();
        work.charge(WorkKind.VIEWS, UNITS_OF_A_TOKEN * (1 + depth));
        List<String> names = required(SchemaFragments.at(schema, object.tokens()));
        work.charge(WorkKind.VIEWS, (UNITS_OF_A_NAME + depth) * names.size());
        names.forEach(name -> places.add(object.child(name)));
    }

    private static List<String> required(Optional<Json> schema) {
        Optional<Json> names =
                schema.flatMap(value -> value instanceof JsonObject object ? object.get("required") : Optional.empty());
        if (!(names.orElse(Json.nul()) instanceof JsonArray array)) {
            return List.of();
        }
        List<String> required = new ArrayList<>(array.size());
        for (Json name : array) {
            if (name instanceof JsonString text) {
                required.add(text.value());
            }
        }
        return required;
    }
}
