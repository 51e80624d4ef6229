package io.patchboard.kernel.view;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import java.util.List;
import java.util.Optional;

/**
 * What of a rejection its worker may be told. A message quotes what was found at its place, and a worker that provokes an
 * error must not learn by it what it may not read. Stage, code and pointer are told in any case.
 */
final class Discretion {

    private static final String WITHHELD =
            "Expected something else at this place, but what is there is outside of what this worker may read.";

    private Discretion() {}

    static String message(Rejection rejection, WorkerRole role) {
        return mayBeTold(rejection, role) ? rejection.message() : WITHHELD;
    }

    private static boolean mayBeTold(Rejection rejection, WorkerRole role) {
        if (rejection.stage() != Stage.APPLICATION && rejection.stage() != Stage.SCHEMA) {
            return true;
        }
        Optional<JsonPointer> pointer = pointer(rejection.pointer());
        if (pointer.isEmpty()) {
            return false;
        }
        JsonPointer place = pointer.get();
        return role.mayRead(place) || rejection.stage() == Stage.SCHEMA && mayHaveWritten(role, place);
    }

    /** Absent for a pointer so long that it was cut. */
    private static Optional<JsonPointer> pointer(String text) {
        try {
            return Optional.of(JsonPointer.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** What is wrong inside of what the worker may write is what it wrote itself. */
    private static boolean mayHaveWritten(WorkerRole role, JsonPointer place) {
        return role.writes().stream().anyMatch(grant -> covers(grant.path(), place));
    }

    /** As {@link PathPattern#covers}, but the end of an array is by now an index. */
    private static boolean covers(PathPattern pattern, JsonPointer place) {
        List<String> segments = pattern.segments();
        if (place.tokens().size() < segments.size() + (pattern.isDeep() ? 1 : 0)) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            boolean any = segment.equals("*") || segment.equals(JsonPointer.END);
            if (!any && !segment.equals(place.tokens().get(i))) {
                return false;
            }
        }
        return true;
    }
}
