package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All ways through a graph from each task to the next ones, and to the end. */
final class Routes {

    private static final int MOST = 1_000;
    private static final Set<NodeType> WORK = Set.of(NodeType.TASK, NodeType.MAP, NodeType.PARALLEL);

    private final Workflow workflow;
    private final List<Problem> unsupported;
    private final Map<Node, List<Route>> toTasks = new LinkedHashMap<>();
    private final List<Route> ends = new ArrayList<>();
    private int count;

    private Routes(Workflow workflow, List<Problem> unsupported) {
        this.workflow = workflow;
        this.unsupported = unsupported;
    }

    /** @param unsupported takes what no rule can say */
    static Routes of(Workflow workflow, List<Problem> unsupported) {
        Routes routes = new Routes(workflow, unsupported);
        routes.walk();
        return routes;
    }

    /** No ways: where others than rules lead from node to node. */
    static Routes none(Workflow workflow) {
        return new Routes(workflow, new ArrayList<>());
    }

    /** Whether something is done, by a worker or by boards, and it goes on with what comes of it. */
    static boolean isCaller(Node node) {
        return WORK.contains(node.type()) || constant(node).isPresent();
    }

    /** Whether it can fail, be tried again and be caught. */
    static boolean isWork(Node node) {
        return WORK.contains(node.type());
    }

    /** What a state machine's pass puts in the place of what it is given. */
    static Optional<Json> constant(Node node) {
        return node.type() == NodeType.PASS
                ? JsonPlace.of(node.params()).into("asl").child("Result").map(JsonPlace::value)
                : Optional.empty();
    }

    /** A path pattern: where the outputs of a node stand. */
    static String outputs(Node node) {
        return Route.from(Optional.of(node)).trigger();
    }

    List<Route> to(Node task) {
        return toTasks.getOrDefault(task, List.of());
    }

    /** The ways to where nothing follows. */
    List<Route> ends() {
        return List.copyOf(ends);
    }

    private void walk() {
        Set<String> starts = workflow.starts(workflow.graph());
        if (starts.size() != 1) {
            refuse(
                    workflow.graph().at().child("nodes"),
                    "Expected one node that begins, but " + String.join(", ", starts) + " do. Say which one is the"
                            + " start, or put them into the branches of a parallel.");
            return;
        }
        starts.forEach(start -> come(start, Route.from(Optional.empty())));
        workflow.graph().nodes().stream()
                .filter(node -> isCaller(node) && !undoesAlone(node))
                .sorted(Comparator.comparing(Node::id)) // in whatever order they stand, ways have the same numbers
                .forEach(task -> goOn(task, Route.from(Optional.of(task))));
        workflow.graph().edges().stream()
                .filter(edge -> edge.isControl()
                        && workflow.graph()
                                .node(edge.from())
                                .filter(this::undoesAlone)
                                .isPresent())
                .forEach(edge -> refuse(
                        edge.at(),
                        "Expected nothing behind \"" + edge.from()
                                + "\", which only undoes what was done: the workflow has failed then."));
    }

    /** Nothing is to be done once it has undone something: the workflow has failed. */
    private boolean undoesAlone(Node task) {
        boolean undoes = false;
        for (Policy policy : workflow.policies().values()) {
            undoes |= policy.compensation()
                    .filter(taken -> taken.handlerNode().equals(task.id()))
                    .isPresent();
            if (policy.catches().stream()
                    .anyMatch(caught -> caught.handlerNode().equals(task.id()))) {
                return false;
            }
        }
        return undoes
                && workflow.graph().edges().stream()
                        .noneMatch(edge -> edge.isControl() && edge.to().equals(task.id()));
    }

    private void come(String id, Route route) {
        Node node = workflow.graph().node(id).orElseThrow();
        count++;
        if (count > MOST) {
            if (count == MOST + 1) {
                refuse(
                        workflow.graph().at(),
                        "Expected at most " + MOST + " ways from task to task, but choices after choices make more. Put"
                                + " a task between them.");
            }
            return;
        }
        if (route.passed().contains(node)) {
            refuse(
                    node.at(),
                    "Expected a task on each circle, but this one comes back to \"" + node.id()
                            + "\" without, and nothing would change on it.");
            return;
        }
        if (isCaller(node)) {
            take(node, route);
            return;
        }
        switch (node.type()) {
            case WAIT -> goOn(node, route.passing(node, seconds(node)));
            case SUCCEED -> ends.add(route.passing(node, BigDecimal.ZERO));
            case FAIL -> take(node, route);
            default -> goOn(node, route.passing(node, BigDecimal.ZERO));
        }
    }

    private void take(Node node, Route route) {
        toTasks.computeIfAbsent(node, any -> new ArrayList<>()).add(route);
    }

    private void goOn(Node node, Route route) {
        List<Edge> edges = workflow.graph().edges().stream()
                .filter(edge -> edge.isControl() && edge.from().equals(node.id()))
                .toList();
        if (edges.isEmpty()) {
            ends.add(route);
        } else if (node.type() != NodeType.CHOICE && edges.size() > 1) {
            refuse(
                    edges.get(1).at(),
                    "Expected one edge that leads on from \"" + node.id()
                            + "\", but there are more: work side by side is a parallel.");
        } else {
            branch(edges, route);
        }
    }

    /** The first guard that holds decides. */
    private void branch(List<Edge> edges, Route route) {
        List<String> before = new ArrayList<>();
        for (Edge edge : edges) {
            List<String> guards = new ArrayList<>(before);
            Optional<String> guard = edge.guard().filter(text -> !text.strip().equals("true"));
            guard.map(text -> Route.bound(text)).ifPresent(guards::add);
            come(edge.to(), route.where(guards));
            guard.map(text -> "!" + Route.bound(text)).ifPresent(before::add);
            if (guard.isEmpty()) {
                return;
            }
        }
    }

    private BigDecimal seconds(Node wait) {
        Optional<Json> said = wait.params()
                .get("seconds")
                .or(() ->
                        JsonPlace.of(wait.params()).into("asl").child("Seconds").map(JsonPlace::value));
        if (said.orElse(null) instanceof JsonNumber seconds) {
            return seconds.value();
        }
        refuse(wait.at().child("params"), "Expected a wait for some seconds; another one cannot be run yet.");
        return BigDecimal.ZERO;
    }

    private void refuse(JsonPointer at, String message) {
        Problem problem = new Problem(at.toString(), message);
        if (!unsupported.contains(problem)) {
            unsupported.add(problem);
        }
    }
}
