package io.patchboard.blueprints.lint;

import io.patchboard.blueprints.lint.RuleGraph.Edge;
import io.patchboard.blueprints.lint.RuleGraph.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The strongly connected components of a graph: each node of one can be reached from each other (Tarjan 1972). Linear
 * in nodes and edges, with a stack of our own, because a workflow may be as deep as it is long.
 */
final class Components {

    private final RuleGraph graph;
    private final Predicate<Edge> counts;
    private final Map<Node, Integer> order = new HashMap<>();
    private final Map<Node, Integer> low = new HashMap<>();
    private final Map<Node, Integer> next = new HashMap<>();
    private final Deque<Node> path = new ArrayDeque<>();
    private final Deque<Node> pending = new ArrayDeque<>();
    private final Set<Node> undecided = new HashSet<>();
    private final List<Set<Node>> found = new ArrayList<>();

    private Components(RuleGraph graph, Predicate<Edge> counts) {
        this.graph = graph;
        this.counts = counts;
    }

    /** The components in which an edge that counts leads from some node on to some node. */
    static List<Set<Node>> of(RuleGraph graph, Predicate<Edge> counts) {
        Components components = new Components(graph, counts);
        for (Node node : graph.nodes()) {
            if (!components.order.containsKey(node)) {
                components.visit(node);
            }
        }
        return components.found;
    }

    private void visit(Node start) {
        enter(start);
        while (!path.isEmpty()) {
            Node node = path.peek();
            List<Edge> edges = graph.from(node);
            int index = next.merge(node, 1, Integer::sum) - 1;
            if (index < edges.size()) {
                follow(edges.get(index));
            } else {
                leave(path.pop());
            }
        }
    }

    private void follow(Edge edge) {
        if (!counts.test(edge)) {
            return;
        }
        if (!order.containsKey(edge.to())) {
            enter(edge.to());
        } else if (undecided.contains(edge.to())) {
            low.merge(edge.from(), order.get(edge.to()), Math::min);
        }
    }

    private void enter(Node node) {
        order.put(node, order.size());
        low.put(node, order.get(node));
        next.put(node, 0);
        path.push(node);
        pending.push(node);
        undecided.add(node);
    }

    private void leave(Node node) {
        if (!path.isEmpty()) {
            low.merge(path.peek(), low.get(node), Math::min);
        }
        if (low.get(node).equals(order.get(node))) {
            Set<Node> component = new LinkedHashSet<>();
            Node member;
            do {
                member = pending.pop();
                undecided.remove(member);
                component.add(member);
            } while (!member.equals(node));
            if (component.size() > 1 || graph.from(node).stream().anyMatch(edge -> loops(edge, node))) {
                found.add(component);
            }
        }
    }

    private boolean loops(Edge edge, Node node) {
        return edge.to().equals(node) && counts.test(edge);
    }
}
