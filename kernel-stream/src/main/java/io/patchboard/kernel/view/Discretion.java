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

    /** Where it is, as far as that names nothing private to others. */
    static String pointer(Rejection rejection, WorkerRole role) {
        return intoState(rejection) && !role.hidden().patterns().isEmpty()
                ? pointer(rejection.pointer())
                        .map(place -> role.hidden().visible(place).toString())
                        .orElse("")
                : rejection.pointer();
    }

    private static boolean intoState(Rejection rejection) {
        return rejection.stage().compareTo(Stage.APPLICATION) >= 0
                && rejection.stage().compareTo(Stage.BUDGET) <= 0;
    }

    private static boolean mayBeTold(Rejection rejection, WorkerRole role) {
        boolean quotes = rejection.stage() == Stage.APPLICATION || rejection.stage() == Stage.SCHEMA;
        if (!intoState(rejection)) {
            return true;
        }
        Optional<JsonPointer> pointer = pointer(rejection.pointer());
        if (pointer.isEmpty()) {
            return !quotes && role.hidden().patterns().isEmpty();
        }
        JsonPointer place = pointer.get();
        if (role.hidden().hides(place)
                || speaksOfParts(rejection) && role.hidden().touches(place)) {
            return false;
        }
        return !quotes || role.mayRead(place) || rejection.stage() == Stage.SCHEMA && mayHaveWritten(role, place);
    }

    /** Whether the message may speak of what is inside of its place, and not of the place alone. */
    private static boolean speaksOfParts(Rejection rejection) {
        return rejection.stage() == Stage.APPLICATION
                || rejection.stage() == Stage.SCHEMA
                || rejection.stage() == Stage.INVARIANT && !rejection.code().equals("violated");
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
