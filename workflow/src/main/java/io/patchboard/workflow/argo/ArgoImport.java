package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.translation.Findings;
import io.patchboard.workflow.translation.Imported;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads documents of Argo as workflows (ALAS, appendix A.4). */
public final class ArgoImport {

    private static final Set<String> KINDS = Set.of("Workflow", "WorkflowTemplate", "ClusterWorkflowTemplate");

    private ArgoImport() {}

    /** Whether it says that it is one of Argo's. */
    public static boolean isArgo(Json document) {
        JsonPlace place = JsonPlace.of(document);
        return place.text("kind").filter(KINDS::contains).isPresent()
                && place.text("apiVersion")
                        .filter(version -> version.startsWith("argoproj.io/"))
                        .isPresent();
    }

    /**
     * Reads a document.
     *
     * @param name what the workflow is to be called
     */
    public static Imported read(Json document, String name) {
        Findings findings = new Findings();
        Optional<JsonObject> own = OwnDocument.workflow(JsonPlace.of(document), findings);
        return own.isPresent() ? findings.imported(own::get) : foreign(document, name, findings);
    }

    /** One that Argo's users wrote. */
    static Imported foreign(Json document, String name, Findings findings) {
        Optional<JsonObject> workflow = new ArgoDocument(JsonPlace.of(document), findings).workflow(name);
        return findings.imported(workflow::orElseThrow);
    }

    /** One that Argo's users wrote. */
    private record ArgoDocument(JsonPlace document, Findings findings) {

        Optional<JsonObject> workflow(String name) {
            if (document.text("kind").filter(KINDS::contains).isEmpty()) {
                findings.unsupported(
                        document.into("kind").at(),
                        "Expected a Workflow, WorkflowTemplate or ClusterWorkflowTemplate, but got "
                                + document.into("kind").value() + ".");
                return Optional.empty();
            }
            JsonPlace spec = document.into("spec");
            KeptFields.name(spec, findings);
            spec.child("workflowTemplateRef")
                    .ifPresent(other -> findings.unsupported(
                            other.at(), "Expected the templates in this document, but they are in another resource."));
            Templates templates = new Templates(spec.into("templates"), findings);
            Optional<JsonPlace> entry = spec.text("entrypoint").flatMap(templates::named);
            if (entry.isEmpty()) {
                findings.error(
                        spec.into("entrypoint"),
                        "Expected the name of the template that begins, but got "
                                + spec.into("entrypoint").value() + ".");
                return Optional.empty();
            }
            CallNodes calls = new CallNodes(templates, findings);
            return graph(spec, entry.get(), calls)
                    .map(graph -> JsonObject.builder()
                            .put("name", name)
                            .putAll(graph)
                            .put("policies", JsonObject.copyOf(calls.policies()))
                            .put("meta", JsonObject.of(CallNodes.OWN, document.value()))
                            .build());
        }

        /** What is called at the end has the rest as one node before it. */
        private Optional<JsonObject> graph(JsonPlace spec, JsonPlace entry, CallNodes calls) {
            boolean hooked = List.of("onExit", "hooks").stream().anyMatch(spec::has);
            if (Templates.isCaller(entry) && !hooked && !entry.has("retryStrategy")) {
                return calls.graph(entry, CallNodes.scope(entry, "", Set.of(), References.atStart(spec, entry)));
            }
            JsonObject.Builder step = JsonObject.builder()
                    .put("name", entry.text("name").orElseThrow())
                    .put("template", entry.into("name").value());
            List.of("onExit", "hooks")
                    .forEach(field -> step.putIfPresent(field, spec.child(field).map(JsonPlace::value)));
            References seen = References.atStart(spec, entry).beginning();
            CallNodes.Scope scope = new CallNodes.Scope("", Set.of(), Optional.empty(), seen, Optional.empty());
            return Optional.of(new OrderGraph(calls, findings)
                    .graph(new Order.Call(new JsonPlace(step.build(), spec.at())), scope));
        }
    }
}
