package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.SchemaPlaces;
import io.patchboard.kernel.schema.WorkBudget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds paths that lead out of the state's schema, which are typing mistakes as a rule. */
public final class PathChecks {

    private static final long MOST_STEPS = 1_000_000;
    private static final JsonPointer SCHEMA = new JsonPointer(List.of("state", "schema"));

    private final SchemaPlaces places;
    private final WorkBudget work = new WorkBudget(MOST_STEPS);
    private final Map<String, Optional<JsonPointer>> known = new HashMap<>();

    public PathChecks(SchemaPlaces places) {
        this.places = places;
    }

    /** What a worker may write and no state can hold is an error: every such proposal would be rejected. */
    void checkWrites(JsonPlace root, Problems problems) {
        for (JsonPlace worker : root.child("workers").map(JsonPlace::members).orElse(List.of())) {
            for (JsonPlace grant : worker.items("write")) {
                if (writes(grant)) {
                    grant.child("path").ifPresent(path -> check(path, "write", problems));
                }
            }
        }
    }

    /** Whether a grant allows anything but to look. */
    public static boolean writes(JsonPlace grant) {
        return grant.items("op").stream()
                .anyMatch(operation -> !operation.value().equals(Json.of("test")));
    }

    /**
     * Says so if nothing can ever be at the places of a pattern.
     *
     * @param what people would do there, for the message
     */
    public void check(JsonPlace path, String what, Problems found) {
        path.text().flatMap(this::forbidden).ifPresent(keyword -> {
            String place = path.text().orElseThrow();
            found.add(
                    path.at(),
                    "Expected a place to " + what + " that the state's schema allows, but nothing can ever be at "
                            + place + ": " + SCHEMA + keyword
                            + " forbids it. Correct the path, or add the place to the schema.");
        });
    }

    private Optional<JsonPointer> forbidden(String path) {
        return known.computeIfAbsent(path, text -> {
            try {
                return places.forbids(PathPattern.parse(text), work);
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // reported already
            }
        });
    }
}
