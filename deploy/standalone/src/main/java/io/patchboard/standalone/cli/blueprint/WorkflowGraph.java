package io.patchboard.standalone.cli.blueprint;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.patch.ChangeKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A blueprint's workflow: what can lead to what. Conditions are not looked into, so not every way can be taken. */
final class WorkflowGraph {

    private enum Kind {
        EVENT,
        RULE,
        WORKER,
        PATH
    }

    private record Node(String id, Kind kind, String name, String detail) {}

    private record Edge(String from, String to, String label) {}

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Set<Edge> edges = new LinkedHashSet<>();

    private WorkflowGraph() {}

    static WorkflowGraph of(Blueprint blueprint) {
        WorkflowGraph graph = new WorkflowGraph();
        blueprint.rules().forEach(rule -> graph.add(rule, blueprint));
        blueprint.workers().values().forEach(worker -> graph.add(worker, blueprint));
        return graph;
    }

    private void add(Rule rule, Blueprint blueprint) {
        Node node = node(Kind.RULE, rule.name(), detail(rule.on()));
        if (rule.on() instanceof Rule.Created) {
            edge(node(Kind.EVENT, "board created", ""), node, "");
        } else if (rule.on() instanceof Rule.Quiescent) {
            edge(node(Kind.EVENT, "nothing left to do", ""), node, "");
        } else if (rule.on() instanceof Rule.Change change && Reach.fromFirstState(change, blueprint)) {
            edge(node(Kind.EVENT, "board created", ""), node, "");
        }
        edge(node, worker(rule.invoke()), "");
    }

    private void add(WorkerRole role, Blueprint blueprint) {
        Node worker = worker(role.name());
        if (role.unsolicited()) {
            edge(node(Kind.EVENT, "unsolicited", ""), worker, "");
        }
        List<WriteGrant> grants = new ArrayList<>(role.writes());
        grants.sort(Comparator.comparing(grant -> grant.path().toString()));
        for (WriteGrant grant : grants) {
            Node path = node(Kind.PATH, grant.path().toString(), "");
            edge(worker, path, grant.operations().stream().sorted().collect(Collectors.joining(", ")));
            for (Rule rule : blueprint.rules()) {
                if (rule.on() instanceof Rule.Change change && Reach.canTrigger(grant, change)) {
                    edge(path, node(Kind.RULE, rule.name(), detail(rule.on())), "");
                }
            }
        }
    }

    private Node worker(String name) {
        return node(Kind.WORKER, name, "");
    }

    private Node node(Kind kind, String name, String detail) {
        return nodes.computeIfAbsent(kind + ":" + name, key -> new Node(id(kind), kind, name, detail));
    }

    private String id(Kind kind) {
        long before =
                nodes.values().stream().filter(node -> node.kind() == kind).count();
        return kind.name().toLowerCase(Locale.ROOT) + (before + 1);
    }

    private void edge(Node from, Node to, String label) {
        edges.add(new Edge(from.id(), to.id(), label));
    }

    private static String detail(Rule.On on) {
        return on instanceof Rule.Change change
                ? change.kinds().stream()
                                .map(ChangeKind::name)
                                .map(name -> name.toLowerCase(Locale.ROOT))
                                .sorted()
                                .collect(Collectors.joining(", "))
                        + " at " + change.path()
                : "";
    }

    /** The lines of a flowchart. */
    List<String> mermaid() {
        List<String> lines = new ArrayList<>();
        lines.add("flowchart LR");
        nodes.values().forEach(node -> lines.add("  " + node.id() + shape(node)));
        for (Edge edge : edges) {
            String arrow = edge.label().isEmpty() ? " --> " : " -->|\"" + label(edge.label()) + "\"| ";
            lines.add("  " + edge.from() + arrow + edge.to());
        }
        return lines;
    }

    private static String shape(Node node) {
        String text =
                "\"" + label(node.name()) + (node.detail().isEmpty() ? "" : "<br/>" + label(node.detail())) + "\"";
        return switch (node.kind()) {
            case EVENT -> "([" + text + "])";
            case RULE -> "{{" + text + "}}";
            case WORKER -> "[" + text + "]";
            case PATH -> "[(" + text + ")]";
        };
    }

    /** Text that means nothing to Mermaid: what is not plain is written as a character code. */
    private static String label(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (Character.isLetterOrDigit(c) || " ,.:/-_".indexOf(c) >= 0) {
                escaped.appendCodePoint(c);
            } else {
                escaped.append('#').append(Character.isISOControl(c) ? ' ' : c).append(';');
            }
        });
        return escaped.toString();
    }

    JsonObject json() {
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
        return node.detail().isEmpty()
                ? json.build()
                : json.put("on", node.detail()).build();
    }

    private static JsonObject json(Edge edge) {
        JsonObject.Builder json = JsonObject.builder().put("from", edge.from()).put("to", edge.to());
        return edge.label().isEmpty()
                ? json.build()
                : json.put("operations", edge.label()).build();
    }
}
