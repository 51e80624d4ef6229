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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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

    private final Marking untrusted;
    private final WorkerRole role;

    private Masking(Marking untrusted, WorkerRole role) {
        this.untrusted = untrusted;
        this.role = role;
    }

    /** @param labels places whose values are untrusted, whoever wrote them there */
    public static Json of(Json state, Origins origins, TaintLabels labels, WorkerRole role, Work work) {
        return new Masking(Marking.untrusted(origins, labels, work), role)
                .seen(JsonPointer.ROOT, state)
                .value();
    }

    /** Where nothing is known of where values come from: all of it may be untrusted. */
    public static Json ofAll(Json state) {
        return handle(JsonPointer.ROOT, state);
    }

    private Seen seen(JsonPointer place, Json value) {
        if (untrusted.isOnAll(place)) {
            return new Seen(handle(place, value), true);
        }
        if (!untrusted.mayBeIn(place)) {
            return new Seen(value, false);
        }
        boolean own = untrusted.isOwn(place);
        return switch (value) {
            case JsonObject object -> members(place, object, own);
            case JsonArray array -> items(place, array, own);
            default -> new Seen(own ? handle(place, value) : value, own);
        };
    }

    private Seen members(JsonPointer place, JsonObject object, boolean own) {
        Map<String, Json> shown = new LinkedHashMap<>();
        boolean trusted = false;
        for (Map.Entry<String, Json> member : object.members().entrySet()) {
            Seen part = seen(place.child(member.getKey()), member.getValue());
            trusted |= !part.handle();
            if (!part.handle() || isNamed(place, member.getKey())) {
                shown.put(member.getKey(), part.value());
            }
        }
        return own && !trusted ? new Seen(handle(place, object), true) : new Seen(JsonObject.copyOf(shown), false);
    }

    private Seen items(JsonPointer place, JsonArray array, boolean own) {
        Json[] shown = new Json[array.size()];
        boolean trusted = false;
        for (int i = 0; i < shown.length; i++) {
            Seen part = seen(place.child(i), array.get(i));
            trusted |= !part.handle();
            shown[i] = part.value();
        }
        return own && !trusted ? new Seen(handle(place, array), true) : new Seen(JsonArray.of(shown), false);
    }

    /** Whether the blueprint itself has the name there. */
    private boolean isNamed(JsonPointer place, String name) {
        int depth = place.tokens().size();
        return Stream.concat(untrusted.labels().stream(), role.reads().stream())
                        .map(PathPattern::segments)
                        .anyMatch(segments ->
                                segments.size() > depth && segments.get(depth).equals(name))
                || SchemaFragments.at(role.view().stateSchema(), place.tokens())
                        .flatMap(schema ->
                                schema instanceof JsonObject object ? object.get("properties") : Optional.empty())
                        .filter(properties -> properties instanceof JsonObject known && known.has(name))
                        .isPresent();
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
