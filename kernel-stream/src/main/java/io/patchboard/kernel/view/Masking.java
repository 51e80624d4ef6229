package io.patchboard.kernel.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.blueprint.TaintLabels;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.SchemaFragments;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The state as a worker is shown it that must not be shown untrusted words (the dual model: those who read them have no
 * tools, those who have tools do not read them). In the place of each untrusted value there is a handle, which says
 * where it is and how large, so that it can be copied. A value with parts that are trusted, such as what a quarantined
 * worker says of it, is looked into. Names are words, too: of an untrusted member that is named by whoever wrote it,
 * not even the handle is shown.
 */
public final class Masking {

    /** Some part of the state, as it is shown; or a handle in its place. */
    private record Seen(Json value, boolean handle) {}

    /** The schema is followed to an object, token by token. */
    private static final long UNITS_OF_A_TOKEN = 10;

    private static final long UNITS_OF_A_PATTERN = 5;
    private static final long UNITS_OF_A_NAME = 10;

    /** An object is made, and a pointer's text. */
    private static final long UNITS_OF_A_HANDLE = 60;

    private final Marking untrusted;
    private final WorkerRole role;
    private final Work work;

    private Masking(Marking untrusted, WorkerRole role, Work work) {
        this.untrusted = untrusted;
        this.role = role;
        this.work = work;
    }

    /** @param labels places whose values are untrusted, whoever wrote them there */
    public static Json of(Json state, Origins origins, TaintLabels labels, WorkerRole role, Work work) {
        return new Masking(Marking.untrusted(origins, labels, work), role, work)
                .seen(JsonPointer.ROOT, state)
                .value();
    }

    /** Where nothing is known of where values come from: all of it may be untrusted. */
    public static Json ofAll(Json state) {
        return handle(JsonPointer.ROOT, state);
    }

    private Seen seen(JsonPointer place, Json value) {
        if (untrusted.isOnAll(place)) {
            return new Seen(handleOf(place, value), true);
        }
        if (!untrusted.mayBeIn(place)) {
            return new Seen(value, false);
        }
        boolean own = untrusted.isOwn(place);
        return switch (value) {
            case JsonObject object -> members(place, object, own);
            case JsonArray array -> items(place, array, own);
            default -> new Seen(own ? handleOf(place, value) : value, own);
        };
    }

    private Seen members(JsonPointer place, JsonObject object, boolean own) {
        Map<String, Json> shown = new LinkedHashMap<>();
        List<String> handles = new ArrayList<>();
        boolean trusted = false;
        for (Map.Entry<String, Json> member : object.members().entrySet()) {
            Seen part = seen(place.child(member.getKey()), member.getValue());
            trusted |= !part.handle();
            if (part.handle()) {
                handles.add(member.getKey());
            }
            shown.put(member.getKey(), part.value());
        }
        if (!handles.isEmpty()) {
            shown.keySet().removeAll(unnamed(place, handles));
        }
        return own && !trusted ? new Seen(handleOf(place, object), true) : new Seen(JsonObject.copyOf(shown), false);
    }

    private Seen items(JsonPointer place, JsonArray array, boolean own) {
        Json[] shown = new Json[array.size()];
        boolean trusted = false;
        for (int i = 0; i < shown.length; i++) {
            Seen part = seen(place.child(i), array.get(i));
            trusted |= !part.handle();
            shown[i] = part.value();
        }
        return own && !trusted ? new Seen(handleOf(place, array), true) : new Seen(JsonArray.of(shown), false);
    }

    /** Those of some members' names that the blueprint itself does not have there. What it has is looked up once. */
    private Set<String> unnamed(JsonPointer place, List<String> names) {
        int depth = place.tokens().size();
        work.charge(
                WorkKind.VIEWS,
                UNITS_OF_A_TOKEN * (1 + depth)
                        + UNITS_OF_A_PATTERN
                                * (untrusted.labels().size() + role.reads().size())
                        + UNITS_OF_A_NAME * names.size());
        Set<String> named = Stream.concat(untrusted.labels().stream(), role.reads().stream())
                .map(PathPattern::segments)
                .filter(segments -> segments.size() > depth)
                .map(segments -> segments.get(depth))
                .collect(Collectors.toSet());
        JsonObject known = properties(place);
        Set<String> unnamed = new HashSet<>(names);
        unnamed.removeIf(name -> named.contains(name) || known.has(name));
        return unnamed;
    }

    private JsonObject properties(JsonPointer place) {
        Optional<Json> properties = SchemaFragments.at(role.view().stateSchema(), place.tokens())
                .flatMap(schema -> schema instanceof JsonObject object ? object.get("properties") : Optional.empty());
        return properties.orElse(JsonObject.EMPTY) instanceof JsonObject known ? known : JsonObject.EMPTY;
    }

    private JsonObject handleOf(JsonPointer place, Json value) {
        work.charge(WorkKind.VIEWS, UNITS_OF_A_HANDLE + place.tokens().size());
        return handle(place, value);
    }

    private static JsonObject handle(JsonPointer place, Json value) {
        JsonObject.Builder handle =
                JsonObject.builder().put("handle", place.toString()).put("untrusted", value.typeName());
        return switch (value) {
            case JsonString text -> handle.put("chars", text.value().length()).build();
            case JsonArray array -> handle.put("items", array.size()).build();
            default -> handle.build();
        };
    }
}
