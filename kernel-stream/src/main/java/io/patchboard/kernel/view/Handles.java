package io.patchboard.kernel.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.patch.Origin;
import io.patchboard.kernel.schema.SchemaFragments;
import io.patchboard.kernel.schema.SchemaMarks;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.text.Cut;
import java.util.IdentityHashMap;
import java.util.Optional;

/**
 * Names what a view does not show: where it is, in which version, when it last changed, what it is called, and where it
 * comes from.
 */
final class Handles {

    private static final int LABEL_CHARS = 80;
    private static final int LEAST_CHARS = "{\"handle\":\"\",\"version\":1}".length();
    private static final long UNITS_OF_A_PLACE = 3;
    private static final long UNITS_OF_AN_ORIGIN = 10;

    private final ViewRequest request;

    /** What names the objects of a subschema; by identity, for it is the same for all items of an array. */
    private final IdentityHashMap<Json, Optional<String>> labels = new IdentityHashMap<>();

    Handles(ViewRequest request) {
        this.request = request;
    }

    /** Characters that the handle of a place has at least, however little there is to say of it. */
    static int leastChars(JsonPointer place) {
        int chars = LEAST_CHARS;
        for (int i = 0; i < place.tokens().size(); i++) {
            chars += 1 + place.tokens().get(i).length();
        }
        return chars;
    }

    /** @param value of a place that the role may read */
    JsonObject of(JsonPointer place, Json value) {
        JsonObject.Builder handle =
                JsonObject.builder().put("handle", place.toString()).put("version", request.version());
        changed(place).ifPresent(version -> handle.put("changed", version));
        label(place, value).ifPresent(label -> handle.put("label", label));
        provenance(place, handle);
        return handle.build();
    }

    /** Of a value with parts private to others the latest change inside is not told: it may be one of those. */
    private void provenance(JsonPointer place, JsonObject.Builder handle) {
        request.work().charge(WorkKind.VIEWS, UNITS_OF_AN_ORIGIN);
        Origin origin = request.origins().of(place);
        if (!origin.isKnown()) {
            return;
        }
        author(origin, handle);
        origin.source().ifPresent(source -> {
            handle.put("cause", source.sequence());
            source.path()
                    .filter(path -> mayBeNamed(JsonPointer.parse(path)))
                    .ifPresent(path -> handle.put("source", path));
        });
        Origin latest = request.origins().latest(place);
        if (latest.sequence() > origin.sequence() && !request.role().hidden().touches(place)) {
            handle.put("latest", author(latest, JsonObject.builder()).build());
        }
    }

    /** A place may have the name that a stranger gave it; to whom those are not shown, it is then not there either. */
    private boolean mayBeNamed(JsonPointer place) {
        return request.mayRead(place)
                && (!request.role().boundary().handles()
                        || place.resolve(request.state()).isPresent());
    }

    private static JsonObject.Builder author(Origin origin, JsonObject.Builder json) {
        return json.put("commit", origin.sequence()).putStringIfPresent("by", origin.worker());
    }

    private Optional<Long> changed(JsonPointer place) {
        for (int i = request.recent().size() - 1; i >= 0; i--) {
            request.work()
                    .charge(
                            WorkKind.VIEWS,
                            UNITS_OF_A_PLACE * request.recent().get(i).places().size());
            if (request.recent().get(i).touches(place)) {
                return Optional.of(request.recent().get(i).version());
            }
        }
        return Optional.empty();
    }

    private Optional<String> label(JsonPointer place, Json value) {
        Json schema = request.role().view().stateSchema();
        return value instanceof JsonObject object
                ? SchemaFragments.at(schema, place.tokens())
                        .flatMap(at -> labels.computeIfAbsent(at, unknown -> SchemaMarks.label(schema, unknown)))
                        .filter(member -> !request.role().hidden().hides(place.child(member)))
                        .flatMap(object::get)
                        .filter(label -> !(label instanceof JsonObject || label instanceof JsonArray))
                        .map(label -> label instanceof JsonString text ? text.value() : label.toString())
                        .map(label -> Cut.within(label, LABEL_CHARS))
                : Optional.empty();
    }
}
