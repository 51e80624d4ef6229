package io.patchboard.workflow.asl;

import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import java.util.ArrayList;
import java.util.List;

/** What was found so far, each with its place in the document that is read. */
final class Findings {

    private final List<Problem> errors = new ArrayList<>();
    private final List<Problem> unsupported = new ArrayList<>();

    /** The language does not allow it. */
    void error(JsonPlace place, String message) {
        errors.add(new Problem(place.at().toString(), message));
    }

    /** It is allowed, but there is no way to say it on the other side. */
    void unsupported(JsonPointer at, String message) {
        unsupported.add(new Problem(at.toString(), message));
    }

    List<Problem> errors() {
        return errors;
    }

    List<Problem> unsupported() {
        return unsupported;
    }
}
