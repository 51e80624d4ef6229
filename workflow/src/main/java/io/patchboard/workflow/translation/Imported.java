package io.patchboard.workflow.translation;

import io.patchboard.json.JsonObject;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.Optional;

/**
 * What became of a document of another language.
 *
 * @param workflow absent if there are errors, or anything is unsupported
 * @param errors what the language does not allow
 * @param unsupported what it allows, but a workflow cannot say
 * @param carried what is kept for the way back, and a workflow does not do
 */
public record Imported(
        Optional<JsonObject> workflow, List<Problem> errors, List<Problem> unsupported, List<Problem> carried) {

    public Imported {
        errors = List.copyOf(errors);
        unsupported = List.copyOf(unsupported);
        carried = List.copyOf(carried);
    }
}
