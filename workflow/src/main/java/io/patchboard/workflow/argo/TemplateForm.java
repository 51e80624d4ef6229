package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Graph;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import io.patchboard.workflow.translation.Findings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Nodes and graphs as templates. A task is called through the executor plugin {@code patchboard}. */
final class TemplateForm {

    static final String MAIN = "patchboard-main";
    static final String EACH = "each";
    static final String NOTHING = "0s";
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][-a-zA-Z0-9]*");

    private final Workflow workflow;
    private final Findings findings;
    private final Map<String, JsonObject> templates = new LinkedHashMap<>();
    private final Set<Problem> carried = new LinkedHashSet<>();

    TemplateForm(Workflow workflow, Findings findings) {
        this.workflow = workflow;
        this.findings = findings;
    }

    /** What of policies stands in annotations alone; to be asked after the document was made. */
    List<Problem> carried() {
        return List.copyOf(carried);
    }

    JsonObject document() {
        graph(workflow.graph(), MAIN);
        put(DagForm.GATE, idle(NOTHING));
        String name = workflow.name()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
        JsonObject spec = JsonObject.of("entrypoint", Json.of(MAIN))
                .with("arguments", DagForm.arguments("{}"))
                .with("templates", JsonArray.copyOf(templates.values()));
        JsonObject note = JsonObject.of("name", Json.of(workflow.name()));
        for (String part : List.of("policies", "schemas", "logSchemas", "meta")) {
            Optional<Json> said = JsonPlace.of(workflow.document()).child(part).map(JsonPlace::value);
            note = said.isPresent() ? note.with(part, said.get()) : note;
        }
        return Notes.put(
                JsonObject.builder()
                        .put("apiVersion", "argoproj.io/v1alpha1")
                        .put("kind", "Workflow")
                        .put(
                                "metadata",
                                JsonObject.of("generateName", Json.of((name.isEmpty() ? "workflow" : name) + "-")))
                        .put("spec", spec)
                        .build(),
                note);
    }

    private void graph(Graph graph, String name) {
        DagForm dag = new DagForm(graph, workflow, findings);
        dag.nodes().forEach(this::node);
        JsonObject template = dag(dag.tasks(), dag.output());
        List<Node> done = dag.nodes();
        List<Json> apart = graph.nodes().stream()
                .filter(node -> !done.contains(node))
                .map(node -> at(node.at()))
                .toList();
        List<Json> edges = graph.edges().stream().map(Edge::at).map(this::at).toList();
        JsonObject note = JsonObject.of("edges", JsonArray.copyOf(edges));
        put(name, Notes.put(template, apart.isEmpty() ? note : note.with("apart", JsonArray.copyOf(apart))));
    }

    private Json at(JsonPointer pointer) {
        return pointer.resolve(workflow.document()).orElseThrow();
    }

    private void put(String name, JsonObject template) {
        JsonObject named =
                JsonObject.builder().put("name", name).putAll(template).build();
        if (templates.put(name, named) != null) {
            findings.unsupported(
                    workflow.graph().at(),
                    "Expected ids that no template has, but there would be two called \"" + name + "\".");
        }
    }

    private static JsonObject dag(List<Json> tasks, String output) {
        JsonObject made = JsonObject.of("name", Json.of("output"))
                .with("valueFrom", JsonObject.of("expression", Json.of(output)));
        return JsonObject.of("inputs", inputs())
                .with("outputs", JsonObject.of("parameters", JsonArray.of(made)))
                .with("dag", JsonObject.of("tasks", JsonArray.copyOf(tasks)));
    }

    private static JsonObject inputs() {
        return JsonObject.of("parameters", JsonArray.of(JsonObject.of("name", Json.of("input"))));
    }

    private static JsonObject idle(String duration) {
        return JsonObject.of("inputs", inputs()).with("suspend", JsonObject.of("duration", Json.of(duration)));
    }

    private void node(Node node) {
        if (!NAME.matcher(node.id()).matches()) {
            findings.unsupported(
                    node.at().child("id"),
                    "Expected an id of letters, digits and dashes, as Argo's names are, but got \"" + node.id()
                            + "\".");
        }
        boolean caller = node.type() == NodeType.MAP || node.type() == NodeType.PARALLEL;
        JsonObject template = switch (node.type()) {
            case TASK -> task(node);
            case MAP -> map(node);
            case PARALLEL -> parallel(node);
            case FAIL -> fail(node);
            case WAIT -> idle(duration(node));
            case CHOICE, PASS, SUCCEED -> idle(NOTHING);
        };
        Optional<Policy> policy = caller || node.type() == NodeType.TASK ? workflow.policyOf(node) : Optional.empty();
        if (policy.isPresent()) {
            carried.addAll(PolicyWriter.carried(policy.get(), !caller));
            template = JsonObject.builder()
                    .putAll(template)
                    .putAll(PolicyWriter.of(policy.get(), !caller))
                    .build();
        }
        put(node.id(), Notes.put(template, Notes.of((JsonObject) at(node.at()))));
    }

    private static JsonObject task(Node node) {
        JsonObject worker = JsonObject.of("worker", Json.of(node.id()));
        JsonObject output = JsonObject.of(
                "parameters",
                JsonArray.of(JsonObject.of("name", Json.of("output"))
                        .with("valueFrom", JsonObject.of("supplied", JsonObject.EMPTY))));
        return JsonObject.of("inputs", inputs())
                .with("outputs", output)
                .with("plugin", JsonObject.of("patchboard", worker));
    }

    private static JsonObject fail(Node node) {
        return JsonObject.of("inputs", inputs())
                .with(
                        "container",
                        JsonObject.of("image", Json.of("busybox"))
                                .with("command", JsonArray.ofStrings(List.of("sh", "-c", "echo \"$0\" >&2; exit 1")))
                                .with("args", JsonArray.ofStrings(List.of(node.name()))));
    }

    private String duration(Node wait) {
        if (wait.params().get("seconds").orElse(null) instanceof JsonNumber seconds) {
            return PolicyWriter.seconds(seconds.value());
        }
        findings.unsupported(
                wait.at().child("params"),
                "Expected params.seconds, since Argo waits for some time and not until one.");
        return NOTHING;
    }

    private JsonObject map(Node node) {
        String body = node.id() + "-body";
        graph(node.graphs().get(0), body);
        String items =
                node.params().get("items").orElse(Json.of("input")) instanceof JsonString text ? text.value() : "";
        Optional<String> expression = items.isEmpty() ? Optional.empty() : GuardText.expression(items);
        if (expression.isEmpty()) {
            findings.unsupported(
                    node.at().child("params").child("items"),
                    "Expected a list over input that an expression of Argo can say, too.");
        }
        JsonObject each = JsonObject.builder()
                .put("name", EACH)
                .put("template", body)
                .put("arguments", DagForm.arguments("{{=toJSON(item)}}"))
                .put("withParam", GuardText.bound("toJSON(" + expression.orElse("input") + ")", DagForm.INPUT))
                .build();
        JsonObject template = dag(List.of(each), "tasks['" + EACH + "'].outputs.parameters.output");
        return node.params().get("maxConcurrency").orElse(null) instanceof JsonNumber most
                ? template.with("parallelism", most)
                : template;
    }

    private JsonObject parallel(Node node) {
        List<Json> tasks = new ArrayList<>();
        List<String> outputs = new ArrayList<>();
        for (int i = 0; i < node.graphs().size(); i++) {
            String name = node.id() + "-branch-" + i;
            graph(node.graphs().get(i), name);
            tasks.add(JsonObject.builder()
                    .put("name", "branch-" + i)
                    .put("template", name)
                    .put("arguments", DagForm.arguments("{{" + DagForm.INPUT + "}}"))
                    .build());
            outputs.add("fromJSON(tasks['branch-" + i + "'].outputs.parameters.output)");
        }
        return dag(tasks, "toJSON([" + String.join(", ", outputs) + "])");
    }
}
