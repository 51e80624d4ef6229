package io.patchboard.kernel.apply;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which places of the state a rejected proposal had to do with, as far as it can be read. */
public final class RejectedPlaces {

    /** Whose rejections point into the state. */
    private static final Set<Stage> OF_THE_STATE =
            Set.of(Stage.APPLICATION, Stage.PRECONDITION, Stage.SCHEMA, Stage.INVARIANT);

    private static final int MOST_PLACES = 8;
    private static final int MOST_CHARS = 500;

    /** Requests to see more name nothing that is in the state. */
    private static final String REQUEST = "/$";

    private RejectedPlaces() {}

    /** The spot that was found wrong, and the first places that the patch names. */
    static List<JsonPointer> of(PatchRejected rejected) {
        Set<JsonPointer> places = new LinkedHashSet<>();
        if (OF_THE_STATE.contains(rejected.stage())) {
            add(rejected.rejectionAsTold().pointer(), places);
        }
        named(rejected).forEach(path -> add(path, places));
        return List.copyOf(places);
    }

    /** So much of the proposal as names the same places. */
    public static Optional<Json> essence(PatchRejected rejected) {
        List<String> named = named(rejected);
        return named.isEmpty()
                ? Optional.empty()
                : Optional.of(JsonObject.of(
                        "patch",
                        JsonArray.copyOf(named.stream()
                                .map(path -> JsonObject.of("path", Json.of(path)))
                                .toList())));
    }

    private static void add(String path, Set<JsonPointer> places) {
        try {
            JsonPointer place = JsonPointer.parse(path);
            if (!place.isRoot()) {
                places.add(place);
            }
        } catch (IllegalArgumentException e) {
            // It names no place, and may be what was wrong.
        }
    }

    private static List<String> named(PatchRejected rejected) {
        Optional<Json> patch = rejected.proposal()
                .flatMap(proposal -> proposal instanceof JsonObject object ? object.get("patch") : Optional.empty());
        Set<String> named = new LinkedHashSet<>();
        if (patch.isPresent() && patch.get() instanceof JsonArray operations) {
            for (int i = 0; i < operations.size() && named.size() < MOST_PLACES; i++) {
                if (operations.get(i) instanceof JsonObject operation) {
                    text(operation, "path").ifPresent(named::add);
                    text(operation, "from").ifPresent(named::add);
                }
            }
        }
        return named.stream().limit(MOST_PLACES).toList();
    }

    private static Optional<String> text(JsonObject operation, String name) {
        return operation
                .get(name)
                .filter(JsonString.class::isInstance)
                .map(text -> ((JsonString) text).value())
                .filter(text -> text.length() <= MOST_CHARS && !text.startsWith(REQUEST));
    }
}
