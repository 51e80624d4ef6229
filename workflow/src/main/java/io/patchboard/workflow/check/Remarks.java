package io.patchboard.workflow.check;

import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import java.util.ArrayList;
import java.util.List;

/** What the checks have found so far. */
final class Remarks {

    private final List<Problem> errors = new ArrayList<>();
    private final List<Problem> undecided = new ArrayList<>();

    void error(JsonPointer at, String message) {
        errors.add(new Problem(at.toString(), message));
    }

    void undecided(JsonPointer at, String message) {
        undecided.add(new Problem(at.toString(), message));
    }

    List<Problem> errors() {
        return errors;
    }

    List<Problem> undecided() {
        return undecided;
    }
}
