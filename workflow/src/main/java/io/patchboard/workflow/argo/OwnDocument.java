package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.translation.Findings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads what {@link TemplateForm} wrote. What fields say is taken from them, so a document that was edited is believed;
 * notes have what there is no field for, and the words for what the fields still say.
 */
final class OwnDocument {

    private final JsonPlace note;
    private final Templates templates;
    private final Findings findings;
    private final OwnPolicies policies;
    private final Set<String> read = new HashSet<>();

    private OwnDocument(JsonPlace document, JsonPlace note, Findings findings) {
        this.note = note;
        this.templates = new Templates(document.into("spec").into("templates"), findings);
        this.findings = findings;
        this.policies = new OwnPolicies(note.into("policies"), findings);
    }

    /** The workflow, wrong if anything was found; absent if we did not write the document. */
    static Optional<JsonObject> workflow(JsonPlace document, Findings findings) {
        return Notes.of(document).map(note -> new OwnDocument(document, note, findings).workflow());
    }

    private JsonObject workflow() {
        JsonObject graph = graph(TemplateForm.MAIN);
        JsonObject.Builder workflow =
                JsonObject.builder().put("name", note.into("name").value()).putAll(graph);
        List.of("schemas", "logSchemas", "meta")
                .forEach(part -> workflow.putIfPresent(part, note.child(part).map(JsonPlace::value)));
        return workflow.put("policies", policies.all()).build();
    }

    private JsonObject graph(String name) {
        Optional<JsonPlace> template = templates.named(name);
        if (template.isEmpty() || !read.add(name)) {
            findings.error(
                    template.orElse(note),
                    "Expected a template \"" + name + "\" that is called once, but there is "
                            + (template.isEmpty() ? "none." : "another call."));
            return JsonObject.EMPTY;
        }
        JsonPlace kept = Notes.of(template.get()).orElse(JsonPlace.of(JsonObject.EMPTY));
        OwnEdges edges = new OwnEdges(template.get().into("dag").items("tasks"), kept, findings);
        List<Json> nodes = new ArrayList<>();
        for (JsonPlace task : edges.nodes()) {
            templates.called(task).ifPresent(called -> nodes.add(node(task, called, edges)));
        }
        kept.items("apart").forEach(apart -> nodes.add(apart.value()));
        return JsonObject.builder()
                .putStringIfPresent("start", edges.start())
                .put("nodes", JsonArray.copyOf(nodes))
                .put("edges", JsonArray.copyOf(edges.all()))
                .build();
    }

    private JsonObject node(JsonPlace task, JsonPlace template, OwnEdges edges) {
        String id = task.text("name").orElse("?");
        JsonPlace kept = Notes.of(template).orElse(JsonPlace.of(JsonObject.EMPTY));
        String type = type(template, kept);
        JsonObject said = object(kept.into("params"));
        JsonObject params = switch (type) {
            case "wait" -> wait(template, said);
            case "map" -> map(template, said);
            case "parallel" -> said.with("branches", branches(template));
            default -> said;
        };
        boolean called = List.of("task", "map", "parallel").contains(type);
        Optional<Json> ref = called
                ? policies.ref(id, template, kept.text("policyRef"), edges.handlers(id))
                        .map(Json::of)
                : kept.child("policyRef").map(JsonPlace::value);
        JsonObject rest = object(kept).without("type").without("params").without("policyRef");
        return JsonObject.builder()
                .put("id", id)
                .put("type", type)
                .putAll(rest)
                .putIfPresent("params", params.isEmpty() ? Optional.empty() : Optional.of(params))
                .putIfPresent("policyRef", ref)
                .build();
    }

    private static JsonObject object(JsonPlace place) {
        return place.value() instanceof JsonObject given ? given : JsonObject.EMPTY;
    }

    private JsonObject wait(JsonPlace template, JsonObject said) {
        return PolicyReader.seconds(template.into("suspend").into("duration"), findings)
                .map(seconds -> said.with("seconds", JsonNumber.of(seconds)))
                .orElse(said);
    }

    private static String type(JsonPlace template, JsonPlace kept) {
        if (template.has("suspend")) {
            boolean idle = template.into("suspend")
                    .text("duration")
                    .filter(TemplateForm.NOTHING::equals)
                    .isPresent();
            String said = kept.text("type").orElse("pass");
            return idle ? said : "wait";
        }
        if (template.has("dag")) {
            boolean each = template.into("dag").items("tasks").stream().anyMatch(task -> task.has("withParam"));
            return each ? "map" : "parallel";
        }
        return template.has("container") ? "fail" : "task";
    }

    private JsonObject map(JsonPlace template, JsonObject kept) {
        JsonPlace each = template.into("dag").items("tasks").getFirst();
        Optional<String> items = each.text("withParam")
                .flatMap(GuardText::unbound)
                .filter(text -> text.startsWith("toJSON(") && text.endsWith(")"))
                .flatMap(text -> GuardText.cel(text.substring("toJSON(".length(), text.length() - 1)));
        if (items.isEmpty()) {
            findings.unsupported(each.into("withParam").at(), "Expected a list over input, as it was written here.");
        }
        JsonObject.Builder params = JsonObject.builder().putAll(kept);
        items.filter(text -> !text.equals("input")).ifPresent(text -> params.put("items", text));
        return params.putIfPresent(
                        "maxConcurrency", template.child("parallelism").map(JsonPlace::value))
                .put("body", graph(each.text("template").orElse("?")))
                .build();
    }

    private JsonArray branches(JsonPlace template) {
        return JsonArray.copyOf(template.into("dag").items("tasks").stream()
                .map(task -> graph(task.text("template").orElse("?")))
                .toList());
    }
}
