package io.patchboard.workflow.translation;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What was found so far, each with its place in the document that is read. */
public final class Findings {

    private final List<Problem> errors = new ArrayList<>();
    private final List<Problem> unsupported = new ArrayList<>();
    private final List<Problem> carried = new ArrayList<>();

    /** The language does not allow it. */
    public void error(JsonPlace place, String message) {
        errors.add(new Problem(place.at().toString(), message));
    }

    /** It is allowed, but there is no way to say it on the other side. */
    public void unsupported(JsonPointer at, String message) {
        unsupported.add(new Problem(at.toString(), message));
    }

    /** It is kept for the way back, and a workflow does not do it. */
    public void carried(JsonPointer at, String message) {
        Problem found = new Problem(at.toString(), message);
        if (!carried.contains(found)) {
            carried.add(found); // what is called in several places is read once for each
        }
    }

    public List<Problem> errors() {
        return errors;
    }

    public List<Problem> unsupported() {
        return unsupported;
    }

    /** What became of a document that is a workflow if nothing is wrong with it. */
    public Imported imported(Supplier<JsonObject> workflow) {
        boolean clean = errors.isEmpty() && unsupported.isEmpty();
        return new Imported(clean ? Optional.of(workflow.get()) : Optional.empty(), errors, unsupported, carried);
    }
}
