package io.patchboard.blueprints.graph;

import io.patchboard.blueprints.lint.Reach;
import io.patchboard.blueprints.lint.RuleGraph;
import io.patchboard.blueprints.lint.RuleGraphs;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Completion;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.TripAction;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.patch.PathPattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A blueprint's workflow: what can lead to what. Conditions are not looked into, so not every way can be taken. */
public final class WorkflowGraph {

    /** What a node stands for. */
    public enum Kind {
        EVENT,
        RULE,
        WORKER,
        PATH,
        END
    }

    private static final String END = "complete";

    /** Of a path or a condition, as much as fits into a box. */
    private static final int MOST_CHARS = 80;

    /** @param details what it waits for, and on what condition; by their names in JSON */
    public record Node(String id, Kind kind, String name, Map<String, String> details) {}

    /** @param label what of the one leads to the other: operations at a path, how a worker takes over; may be empty */
    public record Edge(Node from, Node to, String label) {}

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Set<Edge> edges = new LinkedHashSet<>();

    private WorkflowGraph() {}

    public static WorkflowGraph of(Blueprint blueprint) {
        WorkflowGraph graph = new WorkflowGraph();
        blueprint.completion().ifPresent(graph::end);
        RuleGraph rules = RuleGraphs.of(blueprint);
        blueprint.rules().forEach(rule -> graph.add(rule, rules));
        blueprint.workers().values().forEach(worker -> graph.add(worker, blueprint));
        blueprint.circuit().actions().forEach(graph::add);
        return graph;
    }

    private void end(Completion completion) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("when", completion.when().toString());
        if (!completion.result().isRoot()) {
            details.put("result", completion.result().toString());
        }
        node(Kind.END, END, details);
    }

    private void add(Rule rule, RuleGraph rules) {
        Node node = rule(rule);
        for (RuleGraph.Node event : rules.nodes(RuleGraph.Kind.EVENT)) {
            if (rules.from(event).stream().anyMatch(edge -> isRule(edge.to(), rule))) {
                edge(node(Kind.EVENT, event.name(), Map.of()), node, "");
            }
        }
        rule.invoke().candidates().forEach(name -> edge(node, worker(name), ""));
    }

    private static boolean isRule(RuleGraph.Node node, Rule rule) {
        return node.kind() == RuleGraph.Kind.RULE && node.name().equals(rule.name());
    }

    private void add(WorkerRole role, Blueprint blueprint) {
        Node worker = worker(role.name());
        if (role.unsolicited()) {
            edge(node(Kind.EVENT, "unsolicited", Map.of()), worker, "");
        }
        List<WriteGrant> grants = new ArrayList<>(role.writes());
        grants.sort(Comparator.comparing(grant -> grant.path().toString()));
        for (WriteGrant grant : grants) {
            Node path = node(Kind.PATH, grant.path().toString(), Map.of());
            edge(worker, path, grant.operations().stream().sorted().collect(Collectors.joining(", ")));
            for (Rule rule : blueprint.rules()) {
                boolean listens = rule.changes().stream()
                        .anyMatch(change -> !Collections.disjoint(
                                Reach.changes(grant.operations(), grant.path(), change.path()), change.kinds()));
                if (listens) {
                    edge(path, rule(rule), "");
                }
            }
            blueprint
                    .completion()
                    .filter(completion -> finishes(grant, completion.result()))
                    .ifPresent(completion -> edge(path, node(Kind.END, END, Map.of()), ""));
        }
        role.catchers().forEach(catcher -> edge(worker, worker(catcher), "catch"));
        role.handler().ifPresent(handler -> edge(worker, worker(handler), "compensation"));
    }

    /** Whether the grant is to write the board's result, or a part of it. Where that is the whole state, all are. */
    private static boolean finishes(WriteGrant grant, JsonPointer result) {
        PathPattern place = PathPattern.parse(result.toString());
        return !result.isRoot()
                && (!Reach.changes(grant.operations(), grant.path(), place).isEmpty()
                        || !grant.operations().equals(Set.of("test"))
                                && place.covers(new JsonPointer(grant.path().segments())));
    }

    /** Whoever was stopped: a breaker watches all workers. */
    private void add(TripAction action) {
        action.worker()
                .ifPresent(name -> edge(
                        node(Kind.EVENT, "circuit trips", Map.of()),
                        worker(name),
                        action.kind().word()));
    }

    private Node rule(Rule rule) {
        return node(Kind.RULE, rule.name(), RuleDetails.of(rule));
    }

    private Node worker(String name) {
        return node(Kind.WORKER, name, Map.of());
    }

    private Node node(Kind kind, String name, Map<String, String> details) {
        return nodes.computeIfAbsent(kind + ":" + name, key -> new Node(id(kind), kind, name, details));
    }

    private String id(Kind kind) {
        long before =
                nodes.values().stream().filter(node -> node.kind() == kind).count();
        return kind.name().toLowerCase(Locale.ROOT) + (before + 1);
    }

    private void edge(Node from, Node to, String label) {
        edges.add(new Edge(from, to, label));
    }

    /** In the order in which they are met. */
    public List<Node> nodes(Kind kind) {
        return nodes.values().stream().filter(node -> node.kind() == kind).toList();
    }

    public Set<Edge> edges() {
        return Collections.unmodifiableSet(edges);
    }

    /** The lines of a flowchart. */
    public List<String> mermaid() {
        List<String> lines = new ArrayList<>();
        lines.add("flowchart LR");
        nodes.values().forEach(node -> lines.add("  " + node.id() + shape(node)));
        for (Edge edge : edges) {
            String arrow = edge.label().isEmpty() ? " --> " : " -->|\"" + label(edge.label()) + "\"| ";
            lines.add("  " + edge.from().id() + arrow + edge.to().id());
        }
        return lines;
    }

    private static String shape(Node node) {
        String details = node.details().entrySet().stream()
                .map(detail -> "<br/>"
                        + label((detail.getKey().equals("on") ? "" : detail.getKey() + " ") + detail.getValue()))
                .collect(Collectors.joining());
        String text = "\"" + label(node.name()) + details + "\"";
        return switch (node.kind()) {
            case EVENT -> "([" + text + "])";
            case RULE -> "{{" + text + "}}";
            case WORKER -> "[" + text + "]";
            case PATH -> "[(" + text + ")]";
            case END -> "(((" + text + ")))";
        };
    }

    /** Text that means nothing to Mermaid: what is not plain is written as a character code. */
    private static String label(String text) {
        StringBuilder escaped = new StringBuilder();
        String shown = text.codePointCount(0, text.length()) <= MOST_CHARS
                ? text
                : text.substring(0, text.offsetByCodePoints(0, MOST_CHARS - 1)) + "…";
        shown.codePoints().forEach(c -> {
            if (Character.isLetterOrDigit(c) || " ,.:/-_".indexOf(c) >= 0) {
                escaped.appendCodePoint(c);
            } else if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                escaped.append(' ');
            } else {
                escaped.append('#').append(c).append(';');
            }
        });
        return escaped.toString();
    }

    public JsonObject json() {
        return JsonObject.builder()
                .put(
                        "nodes",
                        JsonArray.copyOf(
                                nodes.values().stream().map(WorkflowGraph::json).toList()))
                .put(
                        "edges",
                        JsonArray.copyOf(edges.stream().map(WorkflowGraph::json).toList()))
                .build();
    }

    private static JsonObject json(Node node) {
        JsonObject.Builder json = JsonObject.builder()
                .put("id", node.id())
                .put("kind", node.kind().name().toLowerCase(Locale.ROOT))
                .put("name", node.name());
        node.details().forEach(json::put);
        return json.build();
    }

    private static JsonObject json(Edge edge) {
        JsonObject.Builder json = JsonObject.builder()
                .put("from", edge.from().id())
                .put("to", edge.to().id());
        return edge.label().isEmpty()
                ? json.build()
                : json.put("operations", edge.label()).build();
    }
}
