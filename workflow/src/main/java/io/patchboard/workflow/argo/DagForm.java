package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Graph;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Workflow;
import io.patchboard.workflow.translation.Findings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A graph as tasks of a DAG: one for each node, which depends on those before it, and a gate for each branch edge,
 * which is passed if its guard holds.
 */
final class DagForm {

    /** The template of all gates. */
    static final String GATE = "patchboard-gate";

    static final String INPUT = "inputs.parameters.input";
    private static final Set<NodeType> IDLE = Set.of(NodeType.CHOICE, NodeType.PASS, NodeType.WAIT, NodeType.SUCCEED);

    private final Graph graph;
    private final Workflow workflow;
    private final Findings findings;
    private final List<Edge> control;
    private final Set<String> reached = new LinkedHashSet<>();

    DagForm(Graph graph, Workflow workflow, Findings findings) {
        this.graph = graph;
        this.workflow = workflow;
        this.findings = findings;
        this.control = graph.edges().stream().filter(Edge::isControl).toList();
        Set<String> ended = new LinkedHashSet<>();
        workflow.starts(graph).forEach(start -> reach(start, new LinkedHashSet<>(), ended));
    }

    /** What is done at all; handlers that only undo something are not. */
    List<Node> nodes() {
        return graph.nodes().stream()
                .filter(node -> reached.contains(node.id()))
                .toList();
    }

    private void reach(String id, Set<String> way, Set<String> ended) {
        reached.add(id);
        way.add(id);
        for (Edge edge : control) {
            if (edge.from().equals(id)) {
                if (way.contains(edge.to())) {
                    refuseCircle(edge);
                } else if (!ended.contains(edge.to())) {
                    reach(edge.to(), way, ended);
                }
            }
        }
        handlers(id).stream()
                .filter(handler -> !way.contains(handler) && !ended.contains(handler))
                .forEach(handler -> reach(handler, way, ended));
        way.remove(id);
        ended.add(id);
    }

    private void refuseCircle(Edge edge) {
        findings.unsupported(
                edge.at(), "Expected an edge that leads on, since a DAG has no circles, but this one closes one.");
    }

    private List<String> handlers(String id) {
        return graph.node(id).filter(node -> !IDLE.contains(node.type())).flatMap(workflow::policyOf).stream()
                .flatMap(policy -> policy.catches().stream())
                .map(caught -> caught.handlerNode())
                .distinct()
                .toList();
    }

    List<Json> tasks() {
        List<Json> tasks = new ArrayList<>();
        for (Node node : nodes()) {
            tasks.add(task(node.id(), node.id(), needs(node.id()), reference(sources(node.id())))
                    .build());
            gates(node, tasks);
        }
        return tasks;
    }

    private static JsonObject.Builder task(String name, String template, List<String> needs, String input) {
        return JsonObject.builder()
                .put("name", name)
                .put("template", template)
                .putStringIfPresent(
                        "depends", needs.isEmpty() ? Optional.empty() : Optional.of(String.join(" || ", needs)))
                .put("arguments", arguments("{{=" + input + "}}"));
    }

    static JsonObject arguments(String input) {
        return JsonObject.of(
                "parameters",
                JsonArray.of(JsonObject.of("name", Json.of("input")).with("value", Json.of(input))));
    }

    private void gates(Node node, List<Json> tasks) {
        List<Edge> branches = branches(node.id());
        Optional<List<String>> conditions = GuardText.branches(
                branches.stream().map(edge -> edge.guard().orElse("true")).toList());
        if (conditions.isEmpty()) {
            findings.unsupported(
                    branches.get(0).at(),
                    "Expected guards that an expression of Argo can say, too: of functions has and size alone.");
            return;
        }
        String input = reference(sources(node.id()));
        for (int i = 0; i < branches.size(); i++) {
            String name = gate(branches.get(i));
            if (graph.node(name).isPresent()) {
                findings.unsupported(
                        graph.node(name).get().at().child("id"),
                        "Expected another id, since \"" + name + "\" is how a branch is called.");
            }
            tasks.add(task(name, GATE, List.of(node.id() + ".Succeeded"), input)
                    .put("when", GuardText.bound(conditions.get().get(i), input))
                    .build());
        }
    }

    private List<Edge> branches(String from) {
        return control.stream()
                .filter(edge -> edge.kind() == Edge.Kind.BRANCH && edge.from().equals(from))
                .toList();
    }

    private String gate(Edge branch) {
        return branch.from() + "-" + (branches(branch.from()).indexOf(branch) + 1);
    }

    private List<String> needs(String id) {
        List<String> needs = new ArrayList<>();
        for (Edge edge : control) {
            if (edge.to().equals(id) && reached.contains(edge.from())) {
                needs.add((edge.kind() == Edge.Kind.BRANCH ? gate(edge) : edge.from()) + ".Succeeded");
            }
        }
        reached.stream().filter(from -> handlers(from).contains(id)).forEach(from -> {
            needs.add(from + ".Failed");
            needs.add(from + ".Errored");
        });
        return needs;
    }

    /** Whose output it is given: nodes that call nobody hand on what they get. Empty for the graph's own input. */
    private Set<Optional<String>> sources(String id) {
        Set<Optional<String>> sources = new LinkedHashSet<>();
        addSources(id, sources, new LinkedHashSet<>());
        return sources;
    }

    private void addSources(String id, Set<Optional<String>> sources, Set<String> seen) {
        if (!seen.add(id)) {
            return;
        }
        if (workflow.starts(graph).contains(id)) {
            sources.add(Optional.empty());
        }
        for (Edge edge : control) {
            if (edge.to().equals(id) && reached.contains(edge.from())) {
                if (graph.node(edge.from())
                        .filter(node -> IDLE.contains(node.type()))
                        .isPresent()) {
                    addSources(edge.from(), sources, seen);
                } else {
                    sources.add(Optional.of(edge.from()));
                }
            }
        }
        // What could not be done is handed to who handles that.
        reached.stream().filter(from -> handlers(from).contains(id)).forEach(from -> addSources(from, sources, seen));
    }

    /** An expression for what came of one of them: that which was done, or else the graph's input. */
    private static String reference(Set<Optional<String>> sources) {
        List<String> done =
                new ArrayList<>(sources.stream().flatMap(Optional::stream).toList());
        Optional<String> last =
                sources.size() > done.size() || done.isEmpty() ? Optional.empty() : Optional.of(done.removeLast());
        return done.stream()
                .map(id -> "tasks['" + id + "'].status == 'Succeeded' ? " + reference(Optional.of(id)) + " : ")
                .collect(Collectors.joining("", "", reference(last)));
    }

    private static String reference(Optional<String> source) {
        return source.map(id -> "tasks['" + id + "'].outputs.parameters.output").orElse(INPUT);
    }

    /** An expression for the graph's output: that of what ended it. */
    String output() {
        Set<Optional<String>> last = new LinkedHashSet<>();
        for (Node node : nodes()) {
            boolean ends = control.stream().noneMatch(edge -> edge.from().equals(node.id()));
            if (ends && node.type() != NodeType.FAIL) {
                last.addAll(IDLE.contains(node.type()) ? sources(node.id()) : Set.of(Optional.of(node.id())));
            }
        }
        return reference(last);
    }
}
