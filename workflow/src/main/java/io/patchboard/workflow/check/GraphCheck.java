package io.patchboard.workflow.check;

import io.patchboard.json.JsonPointer;
import io.patchboard.text.Spelling;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Graph;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The shape of one graph: edges lead between its nodes, sequences form a DAG (3.2, 1), what repeats has an end (A.2,
 * 5), and each node can be come to.
 */
final class GraphCheck {

    private static final Set<NodeType> CATCHING = Set.of(NodeType.TASK, NodeType.MAP, NodeType.PARALLEL);

    private final Workflow workflow;
    private final Graph graph;
    private final Remarks remarks;

    GraphCheck(Workflow workflow, Graph graph, Remarks remarks) {
        this.workflow = workflow;
        this.graph = graph;
        this.remarks = remarks;
    }

    void run() {
        graph.edges().forEach(this::checkEnds);
        graph.edges().forEach(this::checkLeaving);
        graph.nodes().stream().filter(node -> node.type() == NodeType.CHOICE).forEach(this::checkChoice);
        Optional<String> sequence = cycle(id -> next(id, edge -> edge.kind() == Edge.Kind.SEQUENCE));
        sequence.ifPresent(nodes -> remarks.error(
                graph.at().child("edges"),
                "Expected sequence edges without a cycle, but they lead in a circle: " + nodes
                        + ". What repeats is the body of a map, or a circle that a branch edge closes, with"
                        + " loopGuards."));
        cycle(this::unguarded)
                .filter(nodes -> sequence.isEmpty())
                .ifPresent(nodes -> remarks.error(
                        graph.at().child("edges"),
                        "Expected loopGuards with maxIters or timeBudget in the policy of a node of each circle, but"
                                + " none has them in " + nodes + "."));
        checkReach();
    }

    private void checkEnds(Edge edge) {
        requireNode(edge.at().child("from"), edge.from());
        requireNode(edge.at().child("to"), edge.to());
    }

    private void requireNode(JsonPointer at, String id) {
        if (graph.node(id).isEmpty()) {
            remarks.error(at, unknown(id));
        }
    }

    private String unknown(String id) {
        boolean elsewhere = workflow.nodes().anyMatch(node -> node.id().equals(id));
        List<String> known = graph.nodes().stream().map(Node::id).toList();
        return "Expected the id of a node of the same graph, but got \"" + id + "\""
                + (elsewhere
                        ? ", which is in another: nothing leads into or out of a branch or a body."
                        : "." + Spelling.question(id, known));
    }

    private void checkLeaving(Edge edge) {
        graph.node(edge.from()).filter(node -> edge.isControl()).ifPresent(from -> {
            NodeType type = from.type();
            if (type == NodeType.SUCCEED || type == NodeType.FAIL) {
                remarks.error(
                        edge.at(),
                        "Expected nothing after \"" + from.id() + "\", since " + type.word()
                                + " ends its graph, but an edge leads on from it.");
            } else if (type == NodeType.CHOICE && edge.kind() == Edge.Kind.SEQUENCE) {
                remarks.error(
                        edge.at().child("kind"),
                        "Expected branch edges from the choice \"" + from.id()
                                + "\", but got a sequence. What is left over is a branch with the guard true, as the"
                                + " last.");
            } else if (type != NodeType.CHOICE && edge.kind() == Edge.Kind.BRANCH) {
                remarks.error(
                        edge.at().child("kind"),
                        "Expected branch edges from a choice alone, but \"" + from.id() + "\" is a " + type.word()
                                + ".");
            }
        });
    }

    private void checkChoice(Node choice) {
        if (graph.edges().stream()
                .noneMatch(
                        edge -> edge.kind() == Edge.Kind.BRANCH && edge.from().equals(choice.id()))) {
            remarks.error(choice.at(), "Expected a branch edge from the choice \"" + choice.id() + "\", but got none.");
        }
    }

    /** A map's guards count its items, not how often it is come to. */
    private boolean guarded(String id) {
        return graph.node(id)
                .filter(node -> node.type() != NodeType.MAP)
                .flatMap(workflow::policyOf)
                .flatMap(Policy::loopGuards)
                .filter(Policy.LoopGuards::isFinite)
                .isPresent();
    }

    /** The nodes that a node leads to, also by its errors, where none of the two bounds that. */
    private List<String> unguarded(String id) {
        Stream<String> caught = graph.node(id).filter(node -> CATCHING.contains(node.type())).stream()
                .flatMap(node -> workflow.policyOf(node).stream())
                .flatMap(policy -> policy.catches().stream())
                .map(Policy.Catch::handlerNode)
                .filter(handler -> !handler.equals(id));
        return guarded(id)
                ? List.of()
                : Stream.concat(next(id, Edge::isControl).stream(), caught)
                        .filter(to -> !guarded(to))
                        .toList();
    }

    /** A circle, as its nodes in order. */
    private Optional<String> cycle(Function<String, List<String>> onward) {
        Set<String> done = new HashSet<>();
        for (Node node : graph.nodes()) {
            Deque<List<String>> paths = new ArrayDeque<>();
            paths.push(List.of(node.id()));
            Set<String> seen = new HashSet<>();
            while (!done.contains(node.id()) && !paths.isEmpty()) {
                List<String> path = paths.pop();
                for (String next : onward.apply(path.get(path.size() - 1))) {
                    List<String> longer = new ArrayList<>(path);
                    longer.add(next);
                    if (next.equals(node.id())) {
                        return Optional.of(String.join(" -> ", longer));
                    }
                    if (!done.contains(next) && seen.add(next)) {
                        paths.push(longer);
                    }
                }
            }
            done.add(node.id());
        }
        return Optional.empty();
    }

    private List<String> next(String id, Predicate<Edge> kind) {
        return graph.edges().stream()
                .filter(edge -> edge.from().equals(id) && kind.test(edge))
                .map(Edge::to)
                .toList();
    }

    private void checkReach() {
        graph.start()
                .filter(id -> graph.node(id).isEmpty())
                .ifPresent(id -> remarks.error(graph.at().child("start"), unknown(id)));
        Set<String> reached = workflow.starts(graph);
        Deque<String> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            String id = open.pop();
            List<String> onward = new ArrayList<>(next(id, Edge::isControl));
            graph.node(id).flatMap(workflow::policyOf).ifPresent(policy -> onward.addAll(policy.handlers()));
            onward.stream().filter(reached::add).forEach(open::push);
        }
        graph.nodes().stream()
                .filter(node -> !reached.contains(node.id()))
                .forEach(node -> remarks.error(
                        node.at(),
                        "Expected a way from the start to each node, but nothing leads to \"" + node.id() + "\"."));
    }
}
