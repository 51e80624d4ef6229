package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Workflow;
import io.patchboard.workflow.translation.Findings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes workflows as documents of Argo (ALAS, appendix A.4). */
public final class ArgoExport {

    private static final Problem OTHER = new Problem(
            "/meta/" + CallNodes.OWN,
            "Expected a workflow that says what its document of Argo says here, but it was edited, or imported by"
                    + " another version. Import that document again, or mend what Argo cannot say.");

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
        if (findings.unsupported().isEmpty()) {
            return new Result(Optional.of(document), List.of(), form.carried());
        }
        List<Problem> unsupported = Stream.concat(origin.map(any -> OTHER).stream(), findings.unsupported().stream())
                .toList();
        return new Result(Optional.empty(), unsupported, form.carried());
    }
}
