package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Role;
import io.patchboard.workflow.ir.Workflow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Neighbourhoods made of the edges that are repairable: a repair may replace what nodes along them made last, as far as
 * its radius has grown, and adds its own output as ever. Nobody rewrites a verdict.
 */
final class RepairForm {

    private static final String REACH = "neighbourhood";
    private static final long FURTHEST = 3;

    /** One output is added, so that the workflow goes on once. */
    private static final Json ONE_ADDED = JsonReader.parse("""
            {"contains": {"properties": {"op": {"const": "add"}}}, "minContains": 1, "maxContains": 1}
            """);

    private final Workflow workflow;
    private final Routes routes;
    private final Map<Node, Map<Node, Edge.Repairable>> steps = new LinkedHashMap<>();
    private final List<Node> repairs;

    RepairForm(Workflow workflow, Routes routes) {
        this.workflow = workflow;
        this.routes = routes;
        workflow.graph().nodes().stream().filter(Routes::isCaller).forEach(node -> steps.put(node, from(node)));
        this.repairs = workflow.graph().nodes().stream()
                .filter(node -> node.role() == Role.REPAIR && node.type() == NodeType.TASK)
                .filter(node -> !reached(node).isEmpty())
                .toList();
    }

    /** The nodes whose failures it handles. */
    private Stream<Node> failed(Node repair) {
        return workflow.graph().nodes().stream()
                .filter(Routes::isWork)
                .filter(node -> workflow.policyOf(node).stream()
                        .flatMap(policy -> policy.catches().stream())
                        .anyMatch(caught -> caught.handlerNode().equals(repair.id())));
    }

    /** What it is invoked for: what leads to it, and what led to the nodes that failed. */
    private Stream<Route> invoked(Node repair) {
        return Stream.concat(Stream.of(repair), failed(repair)).flatMap(node -> routes.to(node).stream());
    }

    /** The nodes that make something, one step along repairable edges away; those that make nothing are passed. */
    private Map<Node, Edge.Repairable> from(Node start) {
        Map<Node, Edge.Repairable> next = new LinkedHashMap<>();
        Set<Node> seen = new LinkedHashSet<>(List.of(start));
        Deque<Node> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            String at = open.poll().id();
            for (Edge edge : workflow.graph().edges()) {
                boolean leads = edge.from().equals(at) || edge.to().equals(at);
                if (leads && edge.repairable() != Edge.Repairable.NONE) {
                    Node other = workflow.graph()
                            .node(edge.from().equals(at) ? edge.to() : edge.from())
                            .orElseThrow();
                    if (seen.add(other)) {
                        if (Routes.isCaller(other)) {
                            next.put(other, edge.repairable());
                        } else {
                            open.add(other);
                        }
                    }
                }
            }
        }
        return next;
    }

    /** Whose outputs a repair may replace, at the end of its growth. */
    private List<Node> reached(Node repair) {
        Set<Edge.Repairable> kinds = kinds(repair);
        Set<Node> reached = new LinkedHashSet<>();
        Stream.concat(invoked(repair).flatMap(way -> way.source().stream()), failed(repair))
                .filter(node ->
                        steps.getOrDefault(node, Map.of()).values().stream().anyMatch(kinds::contains))
                .forEach(reached::add);
        for (long i = 0, size = 0; i < furthest(repair) && size < reached.size(); i++) {
            size = reached.size();
            List.copyOf(reached)
                    .forEach(node -> steps.getOrDefault(node, Map.of()).forEach((to, kind) -> {
                        if (kinds.contains(kind)) {
                            reached.add(to);
                        }
                    }));
        }
        return reached.stream()
                .filter(node -> node != repair && node.role() != Role.VALIDATOR)
                .toList();
    }

    /** What is next to what; none if there is no repair that could go along. */
    List<Json> neighbourhoods() {
        Set<Json> all = new LinkedHashSet<>();
        if (repairs.isEmpty()) {
            return List.of();
        }
        steps.keySet().forEach(from -> all.addAll(along(Routes.outputs(from), from)));
        for (Node repair : repairs) {
            failed(repair).forEach(node -> routes.to(node).forEach(way -> all.addAll(along(way.trigger(), node))));
            Set<String> triggers = new TreeSet<>();
            invoked(repair).forEach(way -> triggers.add(way.trigger()));
            for (Edge.Repairable kind : kinds(repair)) {
                triggers.forEach(trigger -> all.add(step(trigger, "[\"" + list(repair) + "\"]", kind)));
            }
        }
        return List.copyOf(all);
    }

    /** From a place to what the nodes next to one made last. */
    private List<Json> along(String from, Node node) {
        List<Json> all = new ArrayList<>();
        steps.getOrDefault(node, Map.of()).forEach((to, kind) -> {
            String list = "state.outputs[\"" + to.id() + "\"]";
            all.add(step(
                    from,
                    "size(" + list + ") == 0 ? [] : [\"" + list(to) + "/\" + string(size(" + list + ") - 1)]",
                    kind));
        });
        return all;
    }

    /** The kinds of edges that it follows: those that it says, or all. */
    private static Set<Edge.Repairable> kinds(Node repair) {
        List<JsonPlace> said = JsonPlace.of(repair.params()).into(REACH).items("kinds");
        return said.isEmpty()
                ? EnumSet.complementOf(EnumSet.of(Edge.Repairable.NONE))
                : said.stream()
                        .flatMap(kind -> kind.text().stream())
                        .map(word -> Edge.Repairable.valueOf(word.toUpperCase(Locale.ROOT)))
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    private static long furthest(Node repair) {
        return JsonPlace.of(repair.params()).into(REACH).integer("maxRadius").orElse(FURTHEST);
    }

    private static JsonObject step(String from, String to, Edge.Repairable kind) {
        return JsonObject.of("from", Json.of(from))
                .with("to", Json.of(to))
                .with("kind", Json.of(kind.name().toLowerCase(Locale.ROOT)));
    }

    /** JSON Pointer to the list of a node's outputs. */
    private static String list(Node node) {
        String all = Routes.outputs(node);
        return all.substring(0, all.lastIndexOf('/'));
    }

    /** A node's worker; a repair's with the grants that its neighbourhood narrows. */
    JsonObject bounded(Node node, JsonObject worker) {
        if (!repairs.contains(node)) {
            return worker;
        }
        List<Node> reached = reached(node);
        List<Json> write = new ArrayList<>(((JsonArray) worker.get("write").orElseThrow()).items());
        List<Json> read = new ArrayList<>(((JsonArray) worker.get("read").orElseThrow()).items());
        for (Node near : reached) {
            String outputs = Routes.outputs(near);
            write.add(
                    JsonObject.of("op", JsonArray.ofStrings(List.of("replace"))).with("path", Json.of(outputs)));
            if (!read.contains(Json.of(outputs))) {
                read.add(Json.of(outputs));
            }
        }
        return worker.with("write", JsonArray.copyOf(write))
                .with("read", JsonArray.copyOf(read))
                .with(
                        "patch",
                        JsonObject.of("maxOperations", Json.of(1L + reached.size()))
                                .with("schema", ONE_ADDED))
                .with(REACH, node.params().get(REACH).orElse(JsonObject.EMPTY));
    }
}
