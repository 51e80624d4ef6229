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

    private RequiredPlaces() {}

    static Set<JsonPointer> of(WorkerRole role, Optional<JsonPointer> item) {
        Json schema = role.view().stateSchema();
        Set<JsonPointer> places = new LinkedHashSet<>();
        role.writes().forEach(grant -> add(grant.path(), item, schema, places));
        places.removeIf(place -> !role.mayRead(place));
        return places;
    }

    private static void add(PathPattern path, Optional<JsonPointer> item, Json schema, Set<JsonPointer> places) {
        BoundPattern bound = BoundPattern.of(path, item);
        JsonPointer at = bound.place();
        if (bound.whole() && !at.isRoot()) {
            places.add(at);
            at = at.parent();
        }
        for (JsonPointer object = at; ; object = object.parent()) {
            for (String name : required(SchemaFragments.at(schema, object.tokens()))) {
                places.add(object.child(name));
            }
            if (object.isRoot()) {
                return;
            }
        }
    }

    private static List<String> required(Optional<Json> schema) {
        Optional<Json> names =
                schema.flatMap(value -> value instanceof JsonObject object ? object.get("required") : Optional.empty());
        return names.orElse(Json.nul()) instanceof JsonArray array
                ? array.stream()
                        .filter(JsonString.class::isInstance)
                        .map(name -> ((JsonString) name).value())
                        .toList()
                : List.of();
    }
}
