package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Workflow;
import io.patchboard.workflow.translation.Findings;
import java.util.List;
import java.util.Optional;

/** Writes workflows as documents of Argo (ALAS, appendix A.4). */
public final class ArgoExport {

    private ArgoExport() {}

    /**
     * What became of a workflow.
     *
     * @param document absent if anything is unsupported
     * @param unsupported what Argo cannot say
     * @param carried what stands in annotations for the way back, and means nothing to Argo
     */
    public record Result(Optional<JsonObject> document, List<Problem> unsupported, List<Problem> carried) {

        public Result {
            unsupported = List.copyOf(unsupported);
            carried = List.copyOf(carried);
        }
    }

    /**
     * Writes a workflow that {@code workflow check} has nothing against. One that was read from Argo, and says the same
     * still, comes back as it was.
     */
    public static Result write(Workflow workflow) {
        Optional<Json> origin = JsonPlace.of(workflow.document())
                .into("meta")
                .child(CallNodes.OWN)
                .map(JsonPlace::value);
        boolean same = origin.flatMap(document -> ArgoImport.foreign(document, workflow.name(), new Findings())
                        .workflow())
                .filter(workflow.document()::equals)
                .isPresent();
        if (same) {
            return new Result(Optional.of((JsonObject) origin.get()), List.of(), List.of());
        }
        Findings findings = new Findings();
        TemplateForm form = new TemplateForm(workflow, findings);
        JsonObject document = form.document();
        boolean clean = findings.unsupported().isEmpty();
        return new Result(clean ? Optional.of(document) : Optional.empty(), findings.unsupported(), form.carried());
    }
}
